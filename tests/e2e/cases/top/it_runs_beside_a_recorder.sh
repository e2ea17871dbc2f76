# It sets no probe, so it may run beside a recorder, and neither warns of the other.

start_busy
(
	$AGENT -p $busy -o traced.out 2>recorder & A=$!
	await grep -q recording recorder
	$AGENT top --pid $busy --rate=499 -n 2 || exit
	kill -INT $A
	wait $A
	cat recorder >&2
) >stdout 2>stderr
expect_status 0 || exit
stop $busy
expect_out main::hot
expect_no_err ', too'
expect_no_err 'times are not'
read_profile traced.out
expect_out 'sub main::hot '
