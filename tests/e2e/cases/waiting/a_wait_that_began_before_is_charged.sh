# A process that waits already when the recording begins has its wait, at its line and in its calls: all of the
# recording if it never ends, else up to its end.

cat >early.pl <<'PERL'
use Fcntl ':flock';
use IO::Poll;
use IO::Socket::INET;
$| = 1;
my ($how) = @ARGV;
sub nap { sleep 1000 }
sub lock_it { open my $lock, '>', 'lock'; flock $lock, LOCK_EX }
sub take { IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1')->accept }
sub until_told { my $line = <STDIN> }
sub deep { my $n = shift; return $n ? deep($n - 1) : nap() }
my %how = (
    sleep  => \&nap,
    flock  => \&lock_it,
    accept => \&take,
    poll   => sub { IO::Poll::_poll(1000_000, 0, IO::Poll::POLLIN()) },
    deep   => sub { deep(20) },
    told   => sub { until_told(); my $i; $i++ for 1 .. 5e6; nap() },
);
open my $up, '>', "up.$how"; close $up;
$how{$how}->();
PERL
mkfifo ear
exec 3<>ear
perl -e 'use Fcntl ":flock"; open L, ">", "lock"; flock L, LOCK_EX; open UP, ">", "locked"; sleep 1000' & locker=$!
await [ -e locked ]

# Is it in this kernel function?
is_in() {
	grep -q "$1" /proc/$pid/wchan
}

# Starts it, and waits until it waits: start HOW FUNCTION; it is $pid.
start() {
	perl early.pl "$1" <ear & pid=$!
	await [ -e "up.$1" ]
	await is_in "$2"
}

# record SECONDS: its waits are in the file "waits", the recording took $seconds.
record() {
	local begin=$(date +%s.%N)
	run 0 $AGENT --mode=sample --pid $pid -d "$1" -o early.out || exit
	seconds=$(awk "BEGIN { print $(date +%s.%N) - $begin }")
	waits_of early.out >waits
	run 0 $AGENT verify early.out
}

# it_waits REASON SUB OBJECT: all the time.
it_waits() {
	local ns=$(waited "$1" "$2" "$3")
	expect_that "$ns > 2.9 && $ns < $seconds"
	expect [ "$(wc -l <waits)" = 1 ]
}

start sleep nanosleep
record 3
it_waits clock_nanosleep main::CORE:sleep '1000 s'
read_profile early.out
expect_out '/early.pl:5'
expect [ "$(grep -c '^sub main::nap ' stdout)" = 1 ]
run 0 $AGENT export --format=folded early.out
expect_out 'main::RUNTIME;main::nap;main::CORE:sleep;[waiting] '
stop $pid

start flock lock
record 3
it_waits flock main::CORE:flock ".*/lock, which process $locker .*"
stop $pid

start accept accept
record 3
it_waits 'accept4?' 'IO::Socket::CORE:accept' 'TCP 127.0.0.1:.*'
stop $pid

# It waits for events, which is not shown, in an XSUB.
start poll poll
record 3
it_waits poll IO::Poll::_poll '.*'
run 0 $AGENT report early.out
expect_out 'of waiting for events (--idle shows it)'
expect [ "$(grep -c 'IO::Poll::_poll (xsub)' stdout)" = 0 ]
stop $pid

start deep nanosleep
record 3
it_waits clock_nanosleep main::CORE:sleep '1000 s'
run 0 $AGENT report --limit=20 early.out
expect_out 'main::deep (recursive, depth 20)'
stop $pid

# The wait ends, and so does what is charged for it. What comes then is as if nothing had been before.
start told pipe
begin=$(date +%s.%N)
$AGENT --mode=sample --pid $pid -o told.out >out 2>said & agent=$!
recording said
recorded=$(date +%s.%N)
sleep 1
echo go >&3
told=$(date +%s.%N)
await is_in nanosleep
sleep 1
kill -INT $agent
wait $agent
expect_status 0
waits_of told.out >waits
expect_that "$(waited read main::CORE:readline '.*') > $told - $recorded - 0.1"
expect_that "$(waited read main::CORE:readline '.*') < $told - $begin + 0.1"
expect_that "$(waited clock_nanosleep main::CORE:sleep '') > 0.9"
read_profile told.out
run 0 $AGENT verify told.out
expect [ "$(ls told.out*)" = told.out ]
stop $pid

# A program that is executed then has a profile of its own, and a process that is killed has its wait.
cat >execs.pl <<'PERL'
sub before { my $line = <STDIN> }
open my $up, '>', 'up.execs'; close $up;
before();
exec $^X, '-e', 'sub behind { my $i; $i++ for 1 .. 3e6; open my $up, ">", "up.behind"; close $up; sleep 1000 } behind()';
PERL
perl execs.pl <ear & pid=$!
await [ -e up.execs ]
await is_in pipe
rm said
$AGENT --mode=sample --pid $pid -o execs.out >out 2>said & agent=$!
recording said
sleep 0.5
echo go >&3
await [ -e up.behind ]
await is_in nanosleep
sleep 0.5
stop $pid
wait $agent
expect_status 0
waits_of execs.out >waits
expect_that "$(waited read main::CORE:readline '.*') > 0.45"
expect_that "$(waited clock_nanosleep main::CORE:sleep '.*') == 0"
waits_of execs.out.$pid >waits
expect_that "$(waited read main::CORE:readline '.*') == 0"
expect_that "$(waited clock_nanosleep main::CORE:sleep '') > 0.45"

start sleep nanosleep
rm said
$AGENT --mode=sample --pid $pid -o killed.out >out 2>said & agent=$!
recording said
sleep 0.5
run 0 $AGENT ctl flush $pid
sleep 0.5
stop $pid
wait $agent
expect_status 0
waits_of killed.out >waits
expect_that "$(waited clock_nanosleep main::CORE:sleep '1000 s') > 0.9"
run 0 $AGENT verify killed.out

# --no-off-cpu leaves it out: then there is nothing.
start sleep nanosleep
run 3 $AGENT --mode=sample --no-off-cpu --pid $pid -d 1 -o none.out
stop $pid
stop $locker
