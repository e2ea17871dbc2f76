# It ends when all processes have ended, or after --duration, and one line says which.

start_busy
(
	$AGENT top --pid $busy >tables 2>said & A=$!
	await grep -q main::hot tables
	touch end
	wait $A
) >stdout 2>stderr
expect_status 0
expect_in said "nytprof-bpf: process $busy has ended"
wait $busy
rm end

start_busy
run 0 $AGENT top --pid $busy -d 1.5
expect_out main::hot
expect_no_err ended
: >tables # what the first one has written is no sign of this one
(
	$AGENT top --pid $busy >tables 2>said & A=$!
	await grep -q main::hot tables
	kill -INT $A
	wait $A
) >stdout 2>stderr
expect_status 0
expect kill -0 $busy
stop $busy
