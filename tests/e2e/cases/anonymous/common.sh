# Subs of a process that compiled them before anybody looked

# /proc has the start of a process in ticks of a clock, of 10 ms.
a_tick_old() {
	[ "$(date +%s%N)" -gt $(($(stat -c %.9Z "$1" | tr -d .) + 10000000)) ]
}

# Starts shapes.pl, which waits for the file go; $program is its pid.
start_shapes() {
	cp "$SUITE/shapes.pl" .
	await a_tick_old shapes.pl
	perl shapes.pl "$@" & program=$!
	await [ -e up ]
}

# Makes shapes.pl another text, which says to be older.  Only the end of one sub is on another line, where it can be, too.
change_shapes() {
	sed -e '14s/.*/};/' -e '15s/.*//' "$SUITE/shapes.pl" >changed
	touch -d '1 hour ago' changed
	mv changed shapes.pl
}

# Records what PID does after COMMAND, into FILE: record FILE PID COMMAND ARGUMENT...
record() {
	: >stderr # of the one before
	$AGENT -v -o "$1" --pid "$2" >stdout 2>stderr & local agent=$!
	recording
	"${@:3}"
	wait $agent
	expect_status 0
	wait $program
}

# The subs of a profile in shapes.pl and what it names, with lines and calls.  Of string evals that nobody saw there is no
# source.
ranges() {
	perl "$SUITE/ranges.pl" "$1" | grep '^main::' | grep -v -e '(eval ' -e 'made\.pl:'
}

expect_braces() {
	expect grep -q '^main::__ANON__\[shapes.pl:24\] 17-24 ' "$1"
	expect grep -q '^main::__ANON__\[shapes.pl:31\] 25-31 ' "$1"
	expect [ -z "$(grep -e 'shapes.pl:23\]' -e ' 23-' "$1")" ]
}

expect_statements() {
	expect grep -q '^main::__ANON__\[shapes.pl:23\] ' "$1"
	expect [ -z "$(grep 'shapes.pl:24' "$1")" ]
}
