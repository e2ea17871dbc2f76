# ctl starts a recorder that waits; as after an attach, callers that are under way are known.

start_server
(
	$AGENT --start=no -p $server & R=$!
	recording
	sleep 0.2
	$AGENT ctl status $R
	$AGENT ctl start $server
	has_statements() { $AGENT ctl status $R | grep -q ' [1-9][0-9][0-9]* statements'; }
	await has_statements
	touch end
	wait $R
) >stdout 2>stderr
expect_status 0 || exit
wait $server
expect_out 'off (waiting for start=), nytprof.out, 0 statements'

read_profile nytprof.out
expect_that "$(number_after '/server.pl:4 main::serve main::request ') > 2"
expect_out '/server.pl:7 main::RUNTIME main::serve 0 '
