# A program that works in step with the sampling clock is met in all of its phases.

cat >a.pl <<'PERL'
use Time::HiRes qw(clock_gettime clock_nanosleep CLOCK_MONOTONIC TIMER_ABSTIME);
sub till { 1 while clock_gettime(CLOCK_MONOTONIC) < $_[0]; return }
sub few  { till($_[0]); return }
sub many { till($_[0]); return }
my $start = clock_gettime(CLOCK_MONOTONIC);
for my $i (1 .. 99 * 8) {
	my $at = $start + $i / 99;
	clock_nanosleep(CLOCK_MONOTONIC, $at * 1e9, TIMER_ABSTIME);
	few($at + 0.25 / 99);
	many($at + 0.75 / 99);
}
PERL

# The one has a third of the time; more where others want the processor, which then comes late and ends in time. All
# samples or none would be in it if the clock met one phase alone.
run 0 $AGENT --mode=sample --rate=99 -- perl a.pl || exit
run 0 $AGENT report nytprof.out
few=$(samples_of main::few) many=$(samples_of main::many)
expect_that "${few:-0} + ${many:-0} > 60"
expect_that "${few:-0} / (${few:-0} + ${many:-1}) > 0.1"
expect_that "${few:-0} / (${few:-0} + ${many:-1}) < 0.8"
