# The agent looks at a process only after its end: what is known of its code is what was noted at its attach.

# Runs the program while the agent is stopped.
run_unseen() {
	kill -STOP "$agent"
	touch go
	await gone "$program"
	kill -CONT "$agent"
}

gone() {
	[ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"
}

start_shapes
record attached.out $program run_unseen
expect_err 'not recorded: nothing (0)'
ranges attached.out >attached
NYTPROF=file=own.out perl -d:NYTProf shapes.pl
ranges own.out >own
expect [ "$(grep -c __ANON__ own)" -gt 20 ]
run 0 diff own attached
