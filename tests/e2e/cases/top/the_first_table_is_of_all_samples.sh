# The first table has the time in which its samples were taken, and a table at the end has the processes that there were.

start_busy
run 0 $AGENT top --pid $busy --rate=499 -n 1
expect_out ' 1 process'
busy_percent() {
	sed -n 's/.* \([0-9]*\)% busy.*/\1/p' stdout | head -1
}
expect [ "$(busy_percent)" -le 150 ]
$AGENT top --pid $busy --rate=499 --interval=1h >stdout 2>stderr & A=$!
ready() {
	[ "$(grep -c . /proc/$A/task/$A/children)" -ge 1 ] && [ -n "$(ls -l /proc/$A/fd | grep perf_event)" ]
}
await ready
used() {
	cut -d' ' -f14 /proc/$busy/stat
}
before=$(used)
has_run() {
	[ $(($(used) - before)) -ge 30 ] # hundredths of a second
}
await has_run
touch end
wait $busy
wait $A
expect_status 0
expect_out ' 1 process'
