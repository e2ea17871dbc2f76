# The recording ends with its target, however that ends.

start_server
(
	$AGENT --pid $server & A=$!
	recording
	await records $server 1000
	kill -9 $server
	wait $A
) >stdout 2>stderr
expect_status 0
wait $server 2>/dev/null

read_profile nytprof.out
expect_that "$(number_after 'main::serve main::request ') > 10"
