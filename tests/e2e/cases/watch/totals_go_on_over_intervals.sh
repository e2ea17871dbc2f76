# Each interval has profiles of its own, and what is shown goes on.  One that has ended is shown as such.

start_busy 1
start_service
watch tables --view=processes
await has_tables tables 4
touch end.1
wait $busy
await grep -q 'busy.pl 1* *(ended)$' tables
kill -INT $W
wait $W
expect_status 0
expect_that "$(ls out | grep -c nytprof) >= 3"
expect [ "$(totals tables)" = "$(totals tables | sort -n)" ]
expect_that "$(totals tables | tail -1) > 2 * $(totals tables | head -1)"
end_all
