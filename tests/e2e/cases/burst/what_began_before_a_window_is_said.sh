# A statement that is under way when a window opens is in no line.  How much time that was is said, and is in the errors of
# times.

cat >a.pl <<'PERL'
sub long { my $n = 0; $n += $_ for 1 .. 300_000; return $n }
sub longer { my $n = 0; $n += $_ * 2 for 1 .. 600_000; return $n }
for (1 .. 60) { long(); longer() }
PERL
run 0 $AGENT --mode=burst --overhead=30 -o out -- perl a.pl || exit
unknown=$(perl -ne 'print $1 if /^# agent_estimate=\d+\t\d+\t[\d.e+-]+\t([\d.]+)/' out)
expect_that "$unknown > 0.05"
estimates_of out >estimates
read -r _ _ _ _ _ _ error _ < <(grep '^sub main::long ' estimates)
expect_that "$error > $unknown"
run 0 $AGENT report out
expect grep -Eq '^ +[0-9]+ % of the windows. time is of statements that began before a window:$' stdout
run 0 $AGENT report --html -o page out
expect grep -q '% of the windows. time is of statements that began before a window: it is in no line' page
