# mod_perl in the children of Apache: a handler, and a script of ModPerl::Registry.

start_apache
(
	$AGENT --pid "$(children)" & A=$!
	recording
	ask 20
	ask 20
	ask 8 script/a.pl
	kill -INT $A
	wait $A && sums
) >stdout 2>stderr
expect_status 0
stop_apache
expect_err 'recording 2 processes'
expect_err 'not recorded: nothing (0)'
expect_out 'Complete requests:      8'
expect_no_out Non-2
expect_out '/Hello.pm:6 40'
expect_out '/Hello.pm:9 4000'
expect_out '/Hello.pm:14 8000'
expect_out 'Hello::handler Hello::one 4000'
expect_out 'main::RUNTIME Hello::handler 40'
expect_out '/a.pl:3 80'
# Two children for some seconds, waiting for requests for nearly all of that.
expect_that "$(number_after 'lines ') < 1"
