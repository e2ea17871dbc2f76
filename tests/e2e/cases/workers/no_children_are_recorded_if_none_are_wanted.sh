# With --no-children, no children are recorded.

start_master
(
	$AGENT --pid $master --no-children & A=$!
	recording
	let_third_come
	let_all_end
	wait $A
	in_profiles ' main::worker main::turn '
	in_profiles ' main::late main::one '
	ls nytprof.out*
) >stdout 2>stderr
expect_status 0 || exit
wait $master
expect_lines 0 0 nytprof.out
expect_err 'recording 1 process;'
expect_err 'not recorded: nothing (0)'
