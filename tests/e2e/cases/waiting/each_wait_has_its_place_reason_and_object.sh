# Each wait is charged to its line and sub, by reason, and what is waited for is named.

# Holds the lock, sees the worker wait for it, and lets it go half a second later; continues the
# worker when it has stopped.
mind() {
	local worker
	flock 9
	: >held
	await pgrep -fx "perl waits.pl worker" >pid
	worker=$(head -1 pid)
	await grep -q '^73 ' "/proc/$worker/syscall"
	sleep 0.5
	flock -u 9
	await grep -q '^State:.T' "/proc/$worker/status"
	sleep 0.5
	kill -CONT "$worker" "$(awk '/^PPid:/ { print $2 }' "/proc/$worker/status")"
}

record() {
	rm -f held port
	: >lock
	perl "$SUITE/server.pl" >port &
	server=$!
	(mind) 9>>lock &
	await [ -s port -a -e held ]
	LOCK=$PWD/lock DB_PORT=$(cat port) run 0 $AGENT "$@" -- perl waits.pl worker || exit
	kill $server
	cp stdout measured
	expect_hardly_lost "$@"
	waits_of nytprof.out >waits
}

check() {
	expect_same "$(waited flock main::CORE:flock "$PWD/lock")" "$(measured lock_it)"
	expect_same "$(waited read main::CORE:sysread "TCP 127.0.0.1:$(cat port)")" "$(measured ask_database)"
	expect_same "$(waited clock_nanosleep '.*sleep' '')" "$(measured nap)"
	expect_same "$(waited wait4 main::CORE:waitpid "child $(measured child)")" "$(measured reap)"
	expect_same "$(waited stopped 'main::stop_me|main::CORE:.*' '')" "$(measured stop_me)"
	expect_same "$(waited read main::CORE:sysread pipe)" "$(measured read_pipe)"
	run 0 $AGENT report nytprof.out
	expect_out 'waited '
	expect_out "flock: $PWD/lock, $PWD/waits.pl:11 in main::CORE:flock"
	read_profile nytprof.out
}

cp "$SUITE/waits.pl" .
record --mode=sample --off-cpu
check
record --off-cpu
check
