# A directory that is removed is said, and nobody is harmed.

record_all --match=$PWD
start_worker
await any "out/*.$P.*"
rm -r out
sleep 2.5
expect kill -0 $A
end_worker
kill -INT $A
wait $A
expect_status 1
expect_in said "can't write "
expect_in said 'of 1 profile that could not be written'
