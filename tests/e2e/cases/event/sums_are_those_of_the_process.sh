# Faults and switches are those of /proc, calls and errors those of strace, in every mode.

work='$11 == "work.pl" && ($1 >= 10 && $1 <= 13 || $1 >= 17 && $3 ~ /;/)' # the last ones in subs: in samples a line that is compiled is one of MAIN
look='$11 == "work.pl" && $1 >= 2' # with what the process looks at its own numbers with

# The process has counted what is between the two: expect_own FIELD EVENT DETAIL
expect_own() {
	local own is="\$8 == \"$2\" && \$9 == \"$3\""
	own=$(cut -d' ' -f "$1" own)
	expect_that "$(total 4 "$is && $work") <= $own && $own <= $(total 4 "$is && $look")"
}

# What the program has done between its two looks, one line each: NAME CALLS ERRORS. strace -c would be shorter,
# but 6.1 ends at the system calls that are probes, where somebody else has some.
traced() {
	strace -qq -o calls perl work.pl 1 >/dev/null
	perl -ne '$looks++ if m{"/proc/self/status"};
		$over = $looks == 2, $in = 0 if m{"/proc/self/stat"};
		if ($in and my ($name, $rc) = /^(\w+)\(.*\) += (-?\d+)/) { $n{$name}++; $e{$name} += $rc < 0 }
		$in = 1 if $looks == 2 && !$over && /^close/;
		END { print "$_ $n{$_} $e{$_}\n" for sort keys %n }' calls
}

cp "$SUITE/work.pl" .
perl -e 'print "x" x 1000000' >data
traced >theirs
expect grep -qx 'openat 501 500' theirs
expect grep -qx 'clock_nanosleep 20 0' theirs

check() {
	local call
	run 0 $AGENT --event=syscalls,page-faults,context-switches,migrations -o a.out "$@" -- perl work.pl 1
	expect_hardly_lost "$@"
	cp stdout own
	events_of a.out >events
	# Each has its stack, also where there are no lines.
	expect [ "$(total 4 '$3 ~ /^main::RUNTIME;main::naps;/ && $9 == "clock_nanosleep"')" = 20 ]
	expect_that "$(total 7 '$9 == "clock_nanosleep"') >= 20e6" # each takes a millisecond
	expect_that "$(total 4 '$3 ~ /^main::RUNTIME;main::pages/ && $9 == "minor"') > 1"
	expect [ "$(total 4 '$3 ~ /^main::RUNTIME;main::files/ && $9 == "openat"')" = 500 ]
	[ "${1:-}" != --mode=subs ] || return
	expect_own 1 page-faults minor
	expect_own 2 page-faults major
	expect_own 3 context-switches voluntary
	expect_own 4 context-switches involuntary
	expect [ "$(total 5 '$1 == 18 && $8 == "syscalls" && $9 == "openat"')" = 500 ]
	expect [ "$(total 4 '$1 == 26 && $8 == "context-switches" && $9 == "voluntary"')" -ge 20 ]
	expect [ "$(total 6 '$1 == 31 && $9 == "read"')" = 1000000 ]
	for call in openat clock_nanosleep read close lseek ioctl newfstatat; do
		expect grep -qx "$call $(total 4 "\$9 == \"$call\" && $work") $(total 5 "\$9 == \"$call\" && $work")" theirs ||
			cat theirs events >>"$LOG"
	done
}

check
check --mode=subs
check --mode=sample
