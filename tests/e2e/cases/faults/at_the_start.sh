# A system call that fails at the start: nothing is missing, or one line says what failed.

cat >a.pl <<'PERL'
sub f { 1 }
f() for 1 .. 5;
print "worked\n";
PERL

# Calls of bpf(2) until the command runs: strace counts for each thread, so those of the first. The fewest of three,
# as a recording may also measure what probes cost.
calls=1000
for run in 1 2 3; do
	expect strace -f --seccomp-bpf -o calls -e trace=bpf,execve $AGENT -o p.out -- perl a.pl || exit
	n=$(awk 'NR == 1 { p = $1 } /execve/ && $1 != p { exit } $1 == p && / bpf\(/ { n++ } END { print n }' calls)
	[ "$n" -ge "$calls" ] || calls=$n
done
expect [ "$calls" -gt 100 ] || exit

# It goes on, and then nothing is missing, or it has started nothing.
at=0
for error in EPERM ENOMEM E2BIG ENOSPC EBUSY EMFILE; do
	inject bpf $error:when=$((1 + at * (calls - 1) / 5)) $AGENT -o p.out -- perl a.pl >stdout 2>stderr
	status=$?
	expect grep -q INJECTED calls
	if [ $status = 0 ]; then
		expect_lines worked
		read_profile p.out
		expect_out '/a.pl:2 main::RUNTIME main::f 5 '
	else
		expect [ $status = 1 ]
		expect_one_line "can't "
		expect_lines
	fi
	at=$((at + 1))
done
