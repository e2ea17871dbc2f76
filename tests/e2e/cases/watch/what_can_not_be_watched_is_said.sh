# What can't be watched is said in a line.

run 2 $AGENT top --service --all
expect_one_line '--service shows all that it samples: leave out --all'
run 2 $AGENT top --service --match=x
expect_one_line 'leave out --all and its filters'
run 2 $AGENT top --service --pid 1,2
expect_one_line '--service: give one --pid, or none'
run 2 $AGENT top --service --rate=10
expect_one_line '--rate: --service has its own'
run 2 $AGENT top --service --event=syscalls
expect_one_line '--event: --service shows the events that the service counts'
run 1 unshare -m sh -c "mount -t tmpfs tmpfs /run && exec $AGENT top --service"
expect_one_line 'no recorder that is running samples: use top --all, or start the service'
run 1 $AGENT top --service --pid $$
expect_one_line "process $$ is sampled by no recorder: use top --pid $$"

# One that traces samples nothing.
start_busy 1
$AGENT --pid $busy >/dev/null 2>said & A=$!
recording said
run 1 $AGENT top --service --pid $busy
expect_one_line "process $busy is sampled by no recorder"
stop $busy
wait $A
