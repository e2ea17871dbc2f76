# A program whose lines are all too high.

cat >a.pl <<'PERL'
# line 5000000 "x.pl"
my $x = 1;
$x++;
PERL

run 0 $AGENT -- perl a.pl
expect_err 'not recorded: 2 executions of lines above 65535'
expect_err 'nothing was recorded: all that ran is listed above as not recorded'
expect_no_err 'no perl executed'

run 4 $AGENT --strict -- perl a.pl
