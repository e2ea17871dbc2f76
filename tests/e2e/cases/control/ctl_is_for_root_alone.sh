# ctl is for root alone.

start_server
cp $AGENT agent
(
	$AGENT -p $server & A=$!
	recording
	stat -c %a /run/nytprof-bpf/$A.sock
	setpriv --reuid=65534 --clear-groups ./agent ctl stop
	echo $?
	touch end
	wait $A
) >stdout 2>stderr
expect_status 0 || exit
wait $server
expect_lines 600 1
expect_err "can't connect to any recorder"
