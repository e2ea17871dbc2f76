# What is on the disk is valid at any time.

# The calls of work.
work() {
	sums "$@" | grep 'RUNTIME main::work' | awk '{ n += $NF } END { print n }'
}

has_work() {
	[ "$(work out/unit-x*)" -gt 30 ]
}

# What the file says while processes run is no more than at the end, and grows; the agent's death loses an interval.
put_programs
record_all --match=$PWD --merge=unit
warm_up
inside x.service perl "$PWD/a.pl" 9
inside x.service perl "$PWD/a.pl" 3 end & X=$!
await any 'out/unit-x*'
await has_work
cp out/unit-x* first
sleep 2.5
stop $A
sleep 2
mv out/unit-x* second
mkdir old
mv out/*.nytprof old
expect_sum 4 second $(of_a old)
expect [ "$(work second)" -gt "$(work first)" ]

record_all --match=$PWD --merge=unit
await records "$(pgrep -nf "$PWD/a.pl 3 end")"
touch end
wait $X
end_all
expect [ "$(ls out | grep -c merged)" = 1 ]
expect [ "$(ls -A out | grep -c tmp)" = 0 ]
expect_sum 1 out/unit-x* $(of_a out)
