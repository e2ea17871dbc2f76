# Children are recorded as their parent is, and each has its own budget.

# Without statements the parent costs nothing.
cat >a.pl <<'PERL'
use Time::HiRes 'sleep';
my $n = 0;
sub f { return 1 }
until (-e 'fork') {
    my $i = 0;
    while ($i < 20000) { $i++; $n += $i; $n -= $i }
}
my $pid = fork;
if (!$pid) { sleep 0.05 until -e 'attached'; f() for 1 .. 50; exit }
open my $f, '>', 'forked';
print $f $pid;
close $f;
waitpid $pid, 0;
PERL
perl a.pl & pid=$!
govern -v --metrics-file=$PWD/metrics --pid $pid
await_said "process $pid: .* statements are no longer recorded"
touch fork
await [ -s forked ]
child=$(cat forked)
await_said "attached to process $child, forked by $pid"
touch attached
wait $pid
govern_ends
expect_not_in said 'it is sampled'
expect_in metrics 'nytprof_bpf_steps_total{to="subs"} 1'
expect_in metrics 'nytprof_bpf_steps_total{to="samples"} 0'

read_profile nytprof.out
expect_out 'attr agent_step_subs '
read_profile nytprof.out.$child
expect_out 'sub main::f 50 '
expect_out 'attr agent_step_subs 0.000000 s: statement counts end'
expect_line /a.pl:3 0
