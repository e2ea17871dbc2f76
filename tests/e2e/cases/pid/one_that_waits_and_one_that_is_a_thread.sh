# A process that only waits has no profile, and a thread is refused.

perl -Mthreads -e 'async { sleep 60 }; open my $f, ">", "up"; close $f; sleep 60' & server=$!
await [ -e up ]
run 3 $AGENT --pid $server -d 1
expect_err 'nothing was recorded: process '
expect_err 'spent the whole recording in one operation'

run 1 $AGENT --pid $(ls /proc/$server/task | tail -1)
expect_one_line ' is a thread of process '
stop $server
