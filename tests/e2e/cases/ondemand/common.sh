# A process that a recorder samples, and exact traces of it.

# ctl asks all recorders: other ones of this host may be busy, or trace everybody.
if [ -z "${ALONE-}" ]; then
	mkdir -p /run/nytprof-bpf
	ALONE=1 LOG=$LOG exec unshare -m bash -c \
		'mount -t tmpfs -o mode=700 none /run/nytprof-bpf && exec bash "$@"' - "$TOP/tests/e2e/cases/lib.sh" "$1"
fi

# Waits for a file for each round, then calls main::work 1000 times, and says so with another file.
cat >worker.pl <<'PERL'
my $round = 0;
sub work { $n++ }
sub idle { select undef, undef, undef, 0.02 }
open my $up, '>', "up.$$" or die;
until (-e 'end') {
	idle();
	next if !-e "go.$round";
	work() for 1 .. 1000;
	open my $done, '>', "done.$round" or die;
	$round++;
}
PERL

# $worker is its pid.
start_worker() {
	perl "${1:-worker.pl}" & worker=$!
	await [ -e up.$worker ]
}

# $R samples the processes.
start_sampling() {
	: >sampling
	$AGENT --pid "$1" --mode=sample -o sampled.out >/dev/null 2>>sampling & R=$!
	recording sampling
}

end_sampling() {
	kill -INT $R
	wait $R
	expect_status 0 3 # who only waits may have no sample
}

# offered TEXT COMMAND...: a command that says this of the programs that were offered. A busy recorder is too
# late with its offer, and makes another one then.
offered() {
	local text=$1
	await [ -L /run/nytprof-bpf/lender ]
	run 0 "${@:2}"
	until [[ $(<stderr) == *"$text"* ]]; do
		await [ -L /run/nytprof-bpf/lender ]
		run 0 "${@:2}"
	done
}

# trace FILE PID ...: $T traces into it, and what it says is in the file said.FILE.
trace() {
	$AGENT ctl trace "${@:2}" -o "$1" >/dev/null 2>"said.$1" & T=$!
	recording "said.$1"
}
