# mod_perl in children that Apache starts after the attach.

start_apache
both_are_attached() { [ "$(grep -c 'attached to process' stderr)" = 2 ]; }
(
	$AGENT -v --pid "$(cat httpd.pid)" & A=$!
	recording
	# shellcheck disable=SC2046 # words
	kill $(children | tr , ' ')
	await both_are_attached
	ask 40
	kill -INT $A
	wait $A && sums
) >stdout 2>stderr
expect_status 0
stop_apache
expect_no_err 'nothing (0)'
expect_out '/Hello.pm:6 40'
expect_out 'Hello::handler Hello::one 4000'
expect_err 'warning: not recorded: the beginning of 2 processes; '
expect_that "$(number_after 'lines ') < 1"
