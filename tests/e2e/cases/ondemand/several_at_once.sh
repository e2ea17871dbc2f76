# Two processes are traced at once, each by itself; one process only once.

start_worker; one=$worker
start_worker; other=$worker
start_sampling $one,$other
trace one.out $one -d 100; T1=$T
trace other.out $other -d 100
run 1 $AGENT ctl trace $one -o third.out
expect_one_line "process $one is being traced on demand already"
expect [ ! -e third.out ]
touch go.0
await [ -e done.0 ]
touch end
wait $one $other
wait $T
expect_status 0
wait $T1
expect_status 0
read_profile one.out
expect_out 'sub main::idle '
read_profile other.out
expect_out 'sub main::idle '
wait $R
expect_status 0 3 # who only waits may have no sample
