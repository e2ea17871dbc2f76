# A watcher that stands still: the recorder goes on, and so do the others.

start_busy 1
start_service
watch still
await has_tables still 1
S=$W
kill -STOP $S
watch tables
await has_tables tables 4
before=$(ls out | grep -c nytprof)
more() {
	[ "$(ls out | grep -c nytprof)" -gt $before ]
}
await more
kill -CONT $S
cnt=$(grep -c ' in all' still)
await has_tables still $((cnt + 2))
kill -INT $S $W
wait $S $W
expect_that "$(totals still | tail -1) > 0"
stop $busy
end_all
