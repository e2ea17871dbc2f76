# Two busy programs on one processor: each waits half of the time, ready to run.

cat >a.pl <<'PERL'
use Time::HiRes 'time';
sub busy { my ($x, $end) = (0, time + 1.5); while (time < $end) { $x += $_ for 1 .. 1000 } }
busy();
open my $f, '<', "/proc/$$/schedstat" or die;
printf "queued %.6f\n", (split ' ', <$f>)[1] / 1e9;
PERL
taskset -c 0 perl -e '1 while 1' &
defer kill $!
run 0 taskset -c 0 $AGENT --mode=sample --off-cpu -- perl a.pl || exit
cp stdout measured
waits_of nytprof.out >waits
expect_same "$(waited 'run queue' '.*' '')" "$(measured queued)"
expect_that "$(waited 'run queue' main::busy '') > 0.2"
