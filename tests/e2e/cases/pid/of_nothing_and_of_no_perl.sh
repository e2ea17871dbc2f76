# A pid of no process, or of no perl, is refused.

sleep 60 & sleeper=$!
await grep -q '^sleep' /proc/$sleeper/comm
true & gone=$!
wait $gone

run 1 $AGENT --pid $gone
expect_one_line 'no process'

run 3 $AGENT --pid $sleeper
expect_one_line 'sleep) is not a perl'

run 1 $AGENT --pid 2
expect [ ! -e nytprof.out ]
stop $sleeper
