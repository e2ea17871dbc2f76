# What is not watched pays nothing: its code is as it was.  0xcc is the breakpoint.

start_server
other=$server
start_server
(
	$AGENT -v --pid $server -d 20 & A=$!
	recording
	at=$(sed -n 's/.* pp_nextstate *at *\(0x[0-9a-f]*\) .*/\1/p' stderr)
	for pid in $server $other; do perl $TOP/tests/e2e/code_at.pl $pid $at; done
	kill -INT $A
	wait $A
) >stdout 2>stderr
expect_status 0 || exit
expect_out "$server cc"$'\n'
expect_no_out "$other cc"$'\n'
expect_out "$other " # it was looked at
stop $server
stop $other
