# A start that can't come is said at once.

cat >a.pl <<'PERL'
sub DB::enable_profile {} DB::enable_profile(); my $x = 1;
PERL

run 0 $AGENT --start=no --subs=0 -- perl a.pl
expect_err 'start=no with subs=0: '
expect_err 'nothing was recorded: the start that was asked for did not come'

run 0 $AGENT --start=no -- perl a.pl
expect_no_err subs=0
