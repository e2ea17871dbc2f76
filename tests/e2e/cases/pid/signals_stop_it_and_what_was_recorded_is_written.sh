# Signals stop the recording, and what was recorded is written.

start_server
for signal in INT TERM HUP; do
	(
		$AGENT -o $signal.out --pid $server &
		recording
		sleep 0.3
		kill -$signal $!
		wait $!
	) >stdout 2>stderr
	expect_status 0
	expect_err statements
done
expect kill -0 $server

read_profile HUP.out
stop $server
