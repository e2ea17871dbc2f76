# What ctl trace has is written when the traced process ends, and when the recorder does.

start_worker
start_sampling $worker
trace first.out $worker -d 100
touch go.0
await [ -e done.0 ]
end_sampling
wait $T
expect_status 0
read_profile first.out
expect_out 'sub main::work 1000 '

start_sampling $worker
trace second.out $worker -d 100
touch go.1
await [ -e done.1 ]
touch end
wait $worker
wait $T
expect_status 0
read_profile second.out
expect_out 'sub main::work 1000 '
wait $R
expect_status 0 3 # who only waits may have no sample
