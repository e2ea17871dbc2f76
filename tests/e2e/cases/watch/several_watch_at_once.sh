# Several watch, and each one sees the same; when the last one has gone the recorder pays no more for it.

start_busy 1
start_service
watch one
W1=$W
watch two
W2=$W
await has_tables one 3
await has_tables two 3
kill -INT $W1
wait $W1
expect_status 0
cnt=$(grep -c ' in all' two)
await has_tables two $((cnt + 2))
kill -INT $W2
wait $W2
expect_status 0
for file in one two; do
	expect [ "$(awk '/^ *%/ { at = NR } NR == at + 1 { row = $NF } END { print row }' $file)" = main::hot ]
done
watch three
await has_tables three 1
kill -INT $W
wait $W
stop $busy
end_all
