# The samples of the last step have waits, as all samples have. --no-off-cpu and --clock=cpu leave them out.

# Work, and a third of the time a sleep. When each sleep began, and how long it took without the wait for a
# processor behind it, is in "sleeps".
cat >a.pl <<'PERL'
use Time::HiRes 'time';
my $n = 0;
open my $log, '>', 'sleeps';
$log->autoflush;
sub f { return ++$n }
sub g { f(); f(); f(); return 1 }
sub nap { select undef, undef, undef, 0.1 }
sub queued { open my $f, '<', '/proc/self/schedstat' or die; return (split ' ', <$f>)[1] / 1e9 }
until (-e 'end') {
    my $until = time + 0.2;
    while (time < $until) { g() for 1 .. 50 }
    my ($queued, $begin) = (queued(), time);
    nap();
    printf $log "%.6f %.6f\n", $begin, time - $begin - (queued() - $queued);
}
PERL

# Records the program until it was sampled for some sleeps: sampled_with OPTION...
sampled_with() {
	rm -f end nytprof.out*
	perl a.pl & pid=$!
	govern --pid $pid "$@"
	await_said "process $pid: .* from now on it is sampled, into nytprof.out.sample"
	is_sampled() { [ "$(grep -c '^nytprof-bpf: recording 1 process' said)" = 2 ]; }
	await is_sampled
	local from=$(wc -l <sleeps)
	has_slept() { [ "$(wc -l <sleeps)" -ge $((from + 6)) ]; }
	await has_slept
	touch end
	wait $pid
	govern_ends
	waits_of nytprof.out.sample >waits
}

# Seconds of the sleeps in the profile.
slept() {
	awk -F'|' '$2 != "run queue" && $3 == "main::CORE:sselect" { ns += $6 } END { printf "%.6f", ns / 1e9 }' waits
}

sampled_with
read_profile nytprof.out.sample
begin=$(sed -n 's/^attr profiler_start_time //p' stdout)
took=$(awk -v begin="$begin" '$1 > begin { s += $2 } END { print s + 0 }' sleeps)
# The sleep that goes on when the sampler begins may be in the profile.
expect_that "$took > 0.5 && $(slept) > 0.9 * $took && $(slept) < 1.05 * $took + 0.2"

sampled_with --no-off-cpu
expect [ "$(wc -l <waits)" = 0 ]
expect [ -s nytprof.out.sample ]

sampled_with --clock=cpu
expect [ "$(slept)" = 0.000000 ]
expect [ -s nytprof.out.sample ]
