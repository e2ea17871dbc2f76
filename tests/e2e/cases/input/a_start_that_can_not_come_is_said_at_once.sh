# A start that can't come is said at once.

cat >a.pl <<'PERL'
sub DB::enable_profile {} DB::enable_profile(); my $x = 1;
PERL

run 0 $AGENT --start=no --subs=0 -- perl a.pl
expect_err 'with start=no and subs=0 '
expect_err 'nothing was recorded: the start that the option start= asks for did not come'

run 0 $AGENT --start=no -- perl a.pl
expect_no_err subs=0
