# One thread waits while another one runs, and each wait is its own thread's.

cat >a.pl <<'PERL'
use threads;
use Time::HiRes qw(time sleep);
# Without the wait for a processor behind it.
sub queued { open my $f, '<', '/proc/thread-self/schedstat' or die; return (split ' ', <$f>)[1] / 1e9 }
sub napping { my ($queued, $begin) = (queued(), time); sleep 1; return time - $begin - (queued() - $queued) }
sub busy { my ($x, $end) = (0, time + 0.7); while (time < $end) { $x += $_ for 1 .. 1000 } return 0 }
my $nap = threads->create(\&napping);
my $busy = threads->create(\&busy);
my $begin = time;
printf "nap %.6f\n", $nap->join;
$busy->join;
PERL
run 0 $AGENT --mode=sample --off-cpu -- perl a.pl || exit
cp stdout measured
waits_of nytprof.out >waits
expect_same "$(waited clock_nanosleep '.*sleep' '')" "$(measured nap)"
expect_that "$(waited futex '.*join.*' 'the lock at 0x.*') > 0.3"
# The stock reader remarks that the times of threads add up to more than the clock's, and nothing else.
profile nytprof.out >stdout 2>stderr
expect [ "$(grep -cv -e '^The sum of the statement timings is ' -e '^Summary: ' -e '^$' stderr)" = 0 ]
