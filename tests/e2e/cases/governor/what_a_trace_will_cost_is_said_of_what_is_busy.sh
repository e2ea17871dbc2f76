# What a trace will cost is said of what uses its processor fully, and of nothing else.

make_loop
perl a.pl & pid=$!
await [ -e counts ]
run 0 $AGENT --pid $pid -d 0.5
expect grep -qE "process $pid uses its processor fully; the trace makes it (about [0-9.]+|more than 10) times slower" stderr
expect_err ' times slower (estimate; traced, it runs '
expect_err ' million calls a second); --overhead=20 or --mode=sample limits that'
run 0 $AGENT -q --pid $pid -d 0.5
expect_no_err 'its processor fully'
run 0 $AGENT --mode=sample --pid $pid -d 0.5
expect_no_err 'its processor fully'
stop $pid

perl -e 'select undef, undef, undef, 0.01 while 1' & pid=$!
run 0 $AGENT --pid $pid -d 0.5
expect_no_err 'its processor fully'
stop $pid
