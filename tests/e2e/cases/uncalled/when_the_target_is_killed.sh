# Subs are listed when the target is killed, too.

echo "while (1) { select undef, undef, undef, 0.01; plain(); unlink 'seen' }" >after
start_waiting /dev/null after
(
	$AGENT -v --pid $target & A=$!
	recording
	looked
	touch go seen
	await [ ! -e seen ]
	kill -9 $target
	wait $A
) >stdout 2>stderr
expect_status 0
wait $target
read_profile nytprof.out
expect_sub main::uncalled 0 4-4
expect_sub Tool::exported 0 3-3
