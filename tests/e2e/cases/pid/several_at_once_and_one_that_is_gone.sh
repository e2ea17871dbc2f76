# Several processes at once, of which one is gone.

true & gone=$!
wait $gone
start_server
second=$server
start_server
(
	$AGENT -p $server,$gone,$second,$server -d 1
	ls
) >stdout 2>stderr
expect_status 0
expect_err 'no process'
expect_err 'recording 2 processes;'
expect_err "not recorded: 1 process that can't be attached to"
expect_no_err 'nothing (0)'
expect_out $'nytprof.out\n'
expect_out nytprof.out.

run 4 $AGENT --strict -p $server,$gone -d 1
stop $server
stop $second
