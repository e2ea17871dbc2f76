# With --event, each event has a column: so many in the interval, or since the begin.

cat >work.pl <<'PERL'
sub spell { readlink "none" for 1 .. 1000; return }
sub wait_for { select undef, undef, undef, 0.02 until -e $_[0]; return }
open my $up, '>', "up.$$"; close $up;
for my $n (1 .. 3) { wait_for("go$n"); spell(); open my $done, '>', "done$n"; close $done }
wait_for('end');
PERL
start_work() {
	perl work.pl & pid=$!
	await [ -e "up.$pid" ]
}
sum_of_column() {
	column syscalls "$@" | awk '{ n += $1 } END { print n + 0 }'
}
has() {
	[ "$(sum_of_column tables main::CORE:readlink)" -ge "$1" ]
}

# The tables have each of them once, also what goes on in a later interval.
start_work
$AGENT top --pid $pid --batch --event=page-faults,syscalls --top=50 >tables 2>said & A=$!
await grep -q 'main::CORE:sselect$' tables
for n in 1 2 3; do
	touch go$n
	await has ${n}000
	expect [ "$(sum_of_column tables main::CORE:readlink)" = ${n}000 ]
done
expect grep -q '^subs, since .*; new events$' tables
expect grep -q ' page-faults syscalls  sub$' tables
touch end
wait $A
expect_status 0
wait $pid
rm -f go? done? end

# On the screen, the key E shows what there was since the begin, e sorts by it.
start_work
screen 100 24 $AGENT top --pid $pid --event=page-faults,syscalls
until_seen ' main::CORE:sselect$'
touch go1 go2
await [ -e done2 ]
keys E
until_seen '; all events'
until_seen ' 2000  main::CORE:readlink$'
keys e
until_seen ' PAGE-FAULTS syscalls  sub'
keys e
until_seen ' page-faults SYSCALLS  sub'
keys 2
until_seen ' 2000  .*work.pl:1  sub spell'
keys 3
until_seen ' [2-9][0-9]*  perl\? *work.pl\|work.pl$'
keys 1
tmux -S tmux resize-window -x 50 -y 24
until_seen ', 1 hidden'
until_seen ' SYSCALLS  sub'
sees ' page-faults ' && fail 'there is no room for them'
keys q
await [ -e status ]
expect [ "$(cat status)" = 'status 0' ]
touch go3 end
wait $pid
