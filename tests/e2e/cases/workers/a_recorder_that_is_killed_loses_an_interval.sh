# A recorder that is killed loses an interval: what was recorded up to the last one is in the file.

start_master
(
	$AGENT --pid $master --interval=1 &
	recording
	await any 'nytprof.out.*'
	kill -9 $!
	wait $! 2>/dev/null
	in_profiles ' main::worker main::turn '
	kill -0 $master && echo lives
) >stdout 2>stderr
expect_status 0 || exit
expect_lines 2 lives
let_third_come
let_all_end
wait $master
