# Eight watch: the ninth is told so, and has a place when one of them has gone.

start_busy 1
start_service
watchers=
for i in 1 2 3 4 5 6 7 8; do
	watch tables$i
	watchers="$watchers $W"
done
for i in 1 2 3 4 5 6 7 8; do
	await has_tables tables$i 1
done
run 1 $AGENT top --service --pid $busy -n 1
expect_one_line "recorder $A: 8 watch already, which is the limit"
kill -INT $W
wait $W
expect_status 0
watches() {
	$AGENT top --service --pid $busy -n 1 >stdout 2>stderr
}
await watches
expect_out "what recorder $A samples"
kill -INT ${watchers% *}
wait ${watchers% *}
stop $busy
end_all
