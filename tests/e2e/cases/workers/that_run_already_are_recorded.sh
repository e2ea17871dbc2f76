# Children that run already are recorded.

# The recording ends with them: the child that is no perl is not waited for.
start_master
(
	$AGENT --pid $master -v & A=$!
	recording
	both_have_calls() { [ "$($AGENT ctl status $A | grep -c ', [1-9][0-9]* calls since')" = 2 ]; }
	await both_have_calls
	let_third_come
	await grep -q 'forked by' stderr
	let_all_end
	wait $A
	in_profiles ' main::worker main::turn '
	in_profiles ' main::late main::one 1 '
	full=$(sed -n 's/^nytprof-bpf: \(nytprof.out[.0-9]*\): \([0-9]*\) statements.*/\2 \1/p' stderr | sort -n | tail -1)
	grep -c "next: nytprofhtml -f ${full#* } --open" stderr
) >stdout 2>stderr
expect_status 0 || exit
wait $master
expect_lines 2 1 1
expect_err 'recording 1 process and 2 of its children;'
expect_no_err 'not recorded: 1 process that can'
