# --overhead, and what a trace will cost

# Starts the agent with a budget of 10 %, and more options; it is $A, and what it says is in the file "said".
govern() {
	: >said
	$AGENT --overhead=10 "$@" >/dev/null 2>said & A=$!
}

# It ends as its processes do, or is told to.
govern_ends() {
	[ $# = 0 ] || kill "-$1" $A
	wait $A
	expect_status 0
}

await_said() {
	await grep -qs "$1" said
}

# A process has got so many ticks of processor time since it was at $ticks.
has_run() {
	[ $(($(ticks_of $1) - ticks)) -ge $2 ]
}

ticks_of() {
	cut -d' ' -f14 /proc/$1/stat
}

# A loop whose calls and statements take nearly all of its time with probes.  It says in "counts" when it had
# how many calls.
make_loop() {
	cat >a.pl <<-'PERL'
		use Time::HiRes 'time';
		my $n = 0;
		open my $log, '>', 'counts';
		sub f { return ++$n }
		sub g { f(); f(); f(); return 1 }
		until (-e 'end') {
		    g() for 1 .. 50;
		    printf $log "%.6f %d\n", time, $n;
		}
	PERL
}
