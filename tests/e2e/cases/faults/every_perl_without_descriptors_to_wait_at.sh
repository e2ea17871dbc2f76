# A service that could not wait, read the maps or watch does not stay.

ended=0
for call in 1 2 3 4 5 6; do
	inject epoll_create1 EMFILE:when=$call $AGENT --all --mode=trace --output-dir=out --match=$PWD -d 1 >stdout 2>stderr & A=$!
	start_worker
	wait $A
	status=$?
	end_worker
	[ $status != 0 ] || continue
	ended=$((ended + 1))
	expect [ $status = 1 ]
	expect grep -q INJECTED calls
	expect_err 'Too many open files'
	expect_no_err ': recording'
done
# Without a socket for ctl, or for the members of groups, it goes on.
expect [ $ended = 4 ]
