# A container that is killed leaves its profile.

start_container
(
	$AGENT -o c.out -p $P & A=$!
	recording
	await records $P 500
	kill -9 $P
	wait $A
) >stdout 2>stderr
expect_status 0 || exit
expect_server
