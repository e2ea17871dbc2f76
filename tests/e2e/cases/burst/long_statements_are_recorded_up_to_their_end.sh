# A statement that begins in a window is recorded up to its end, also behind the window.

cat >a.pl <<'PERL'
use Time::HiRes qw(clock_gettime CLOCK_PROCESS_CPUTIME_ID);
my $n = 100_000;
sub long { my $sum = 0;
    $sum += $_ for 1 .. $n;
    return $sum }
sub took { my $begin = clock_gettime(CLOCK_PROCESS_CPUTIME_ID); long(); return clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $begin }
took();
$n *= 0.01 / took();
my ($sum, $cnt) = (0, 0);
until ($sum > 4) { $sum += took(); $cnt++ }
print $sum / $cnt, "\n";
PERL
run 0 $AGENT --mode=burst --overhead=30 -o out -- perl a.pl || exit
each=$(<stdout)
read -r cnt time < <(profile out | sed -n 's/^line .*a.pl:4 \([0-9]*\) \([0-9.]*\).*/\1 \2/p')
expect_that "$cnt >= 10"
expect_that "$time / $cnt > 0.8 * $each && $time / $cnt < 1.3 * $each"

# One that goes on for far longer is cut short, and that is said.
cat >b.pl <<'PERL'
sub longest { my $n = shift; my $sum = 0; $sum += $_ for 1 .. $n; return $sum }
sub short { my $sum = 0; for my $k (1 .. 3000) { $sum += $k } return $sum }
for (1 .. 40) { longest(12_000_000); short() for 1 .. 40 }
PERL
run 0 $AGENT --mode=burst --overhead=30 -o out -- perl b.pl || exit
unknown=$(perl -ne 'print $1 if /^# agent_estimate=\d+\t\d+\t[\d.e+-]+\t([\d.]+)/' out)
estimates_of out >estimates
read -r _ _ _ _ _ error _ < <(grep '^sub main::short ' estimates)
expect_that "$unknown > 0.1 && $error >= $unknown" # a window in 10 or 20 meets a begin
run 0 $AGENT report out
expect grep -Eq '^ +about [0-9]+ % of the time is in no line, as statements are far longer than a window:$' stdout
run 0 $AGENT report --html -o page out
expect grep -q 'About [0-9]* % of the time is in no line' page
