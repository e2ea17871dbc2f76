# After the first trace a tracer stands by: the next trace is its own, and counts exactly. If that one has died, another one is started.

standing() {
	grep -o 'a tracer stands by (process [0-9]*)' sampling | sed -n "$1s/[^0-9]*\([0-9]*\))/\1/p"
}
has_standing() {
	[ -n "$(standing $1)" ]
}
start_worker
: >sampling
$AGENT --pid $worker --mode=sample -v -o sampled.out >/dev/null 2>>sampling & R=$!
recording sampling
run 0 $AGENT ctl trace $worker -d 50ms -o first.out

await has_standing 1
trace second.out $worker -d 100
expect_in sampling "is traced for 100.000 s by process $(standing 1)"
touch go.0
await [ -e done.0 ]
kill -INT $T
wait $T
expect_status 0
expect [ "$(stat -c '%U %a' second.out)" = 'root 600' ]
read_profile second.out
expect_line /worker.pl:2 1000
expect_out 'sub main::work 1000 '

await has_standing 2
kill -KILL $(standing 2)
run 0 $AGENT ctl trace $worker -d 50ms -o third.out
expect_not_in sampling "by process $(standing 2)\$"
read_profile third.out
expect_out 'sub main::idle '

await has_standing 3
last=$(standing 3)
touch end
wait $worker
wait $R
expect_status 0 3 # who only waits may have no sample
expect [ ! -e /proc/$last ]
