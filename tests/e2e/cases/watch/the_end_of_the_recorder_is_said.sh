# The recorder ends, or is killed: the view ends with a line and a status.

start_busy 1
start_service
watch tables
await has_tables tables 1
end_all
wait $W
expect_that "$? == 1"
cp tables.said stderr
expect_one_line "recorder $A has ended, or has stopped to send"
start_service
watch tables
await has_tables tables 1
kill -KILL $A
wait $W
expect_that "$? == 1"
cp tables.said stderr
expect_one_line "recorder $A has ended, or has stopped to send"
wait $A 2>/dev/null
stop $busy
