# Samples and waits add up to the time of the clock, and the processor's part to /proc/PID/schedstat.

cat >a.pl <<'PERL'
use Time::HiRes qw(time sleep);
sub busy { my $x = 0; $x += $_ for 1 .. 3_000_000; return $x }
sub nap { sleep 0.05 }
sub work { nap(); busy() }
sub schedstat { open my $f, '<', "/proc/$$/schedstat" or die; return split ' ', <$f> }
my ($ran_before, $queued_before) = schedstat();
my $begin = time;
work() for 1 .. 25;
my $wall = time - $begin;
my ($ran, $queued) = schedstat();
printf "wall %.6f\nran %.6f\nqueued %.6f\nran_in_work %.6f\n", $wall, $ran / 1e9, ($queued - $queued_before) / 1e9, ($ran - $ran_before) / 1e9;
PERL
run 0 $AGENT --mode=sample --off-cpu --rate=999 -- perl a.pl || exit
cp stdout measured
waits_of nytprof.out >waits
read_profile nytprof.out
subs=$(awk '$1 == "sub" && $2 == "main::work" { print $4 }' stdout)
# 2 %, and what 2,000 samples of a busy machine may be off.
expect_that "($subs - $(measured wall)) ^ 2 < (0.07 * $(measured wall)) ^ 2"
run 0 $AGENT report nytprof.out
samples=$(awk '$NF ~ /busy$/ { print $1; exit }' stdout)
expect_that "($samples / 999 - $(measured ran)) ^ 2 < (0.07 * $(measured ran) + 0.1) ^ 2"
# In the work, and between its calls: it may also wait for a processor before perl runs, or at its end.
between() {
	awk -F'|' -v reason="^($1)\$" '$2 ~ reason && $3 == "main::RUNTIME" && $1 >= 8 && $1 <= 10 { ns += $6 }
		END { printf "%.6f", ns / 1e9 }' waits
}
work='main::busy|main::nap|main::work|Time::HiRes::sleep'
queued=$(waited 'run queue' "$work" '') queued_between=$(between 'run queue')
expect_that "$queued > 0"
expect_same "($queued + $queued_between)" "$(measured queued)"
# Waits are exact: with what the kernel says of the processor they are the time of the clock, within 2 %.
expect_that "($(measured ran_in_work) + $(waited '.*' "$work" '.*') + $(between '.*') - $(measured wall)) ^ 2 < (0.02 * $(measured wall)) ^ 2"
# It may lose the processor between the call and the sleep.
expect_that "$(waited clock_nanosleep '.*' '') > 0.7"
expect_that "$(waited 'clock_nanosleep|run queue' '.*' '') >= 1.25"
