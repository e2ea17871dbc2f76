# ctl flushes, stops and starts.

# Statements so far.
count() {
	$AGENT ctl status $R | sed -n 's/.*, \([0-9]*\) statements.*/\1/p'
}

more_than() {
	[ "$(count)" -gt "$1" ]
}

start_server
(
	$AGENT -p $server & R=$!
	recording
	await more_than 100
	$AGENT ctl flush $server && cp nytprof.out flushed.out
	nytprofhtml -m -f flushed.out -o html >/dev/null && ls html/index.html
	$AGENT ctl stop $server
	sleep 0.2
	a=$(count)
	sleep 0.3
	b=$(count)
	[ $a = $b ] && echo stopped
	$AGENT ctl status $R | grep 'off (ctl stop)'
	$AGENT ctl start $R
	await more_than $((b + 20))
	touch end
	wait $R
	ls /run/nytprof-bpf/$R.sock || echo socket gone
) >stdout 2>stderr
expect_status 0 || exit
wait $server
expect_out 'nytprof.out: '
expect_out $'html/index.html\n'
expect_out $'stopped\n'
expect_out 'off (ctl stop), nytprof.out, '
expect_out $'socket gone\n'

read_profile flushed.out
flushed=$(number_after '/server.pl:4 main::serve main::request ')
expect_that "$flushed > 10"

read_profile nytprof.out
expect_that "$(number_after '/server.pl:4 main::serve main::request ') > $flushed"
expect_out '/server.pl:7 main::RUNTIME main::serve 0 '
