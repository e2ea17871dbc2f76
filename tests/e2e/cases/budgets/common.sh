# One user floods the agent, and a perl of another user beside it keeps its whole profile.  The agent
# answers meanwhile, and what it did not record of the flood is said.

# Records what this directory has, as soon as its perl is known: the first one of a perl is late.
record_both() {
	mkdir -m 777 theirs
	cp "$SUITE/honest.pl" .
	record_all --match=$PWD "$@"
	as_honest perl -e 'select undef, undef, undef, 0.01 until -e "go"' "$PWD" & W=$!
	await any "out/*.$W.*.nytprof"
	touch go
	wait $W
}

# As the user who floods, and as another one.
as_flooder() {
	(cd theirs && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
}

as_honest() {
	exec setpriv --reuid=1 --regid=1 --clear-groups "$@"
}

# Its process id is $H.
run_honest() {
	as_honest perl "$PWD/honest.pl" & H=$!
	wait $H
	await any "out/*.$H.*.nytprof"
}

expect_answer() {
	expect timeout 20 $AGENT ctl status $A
}

# A process of honest.pl has its whole profile: expect_honest PID
expect_honest() {
	profiles_of "$1" >stdout
	expect_line /honest.pl:2 100
	expect_line /honest.pl:7 1
	expect_out '/honest.pl:4 main::RUNTIME main::add 100 '
	expect_out '/honest.pl:7 main::RUNTIME main::late 1 '
	expect_out '/honest.pl:6]'
	expect_no_out agent_lost
	expect_no_out '(unknown)'
}

expect_flood_said() {
	expect_in said 'beyond the budget of a process or user'
}
