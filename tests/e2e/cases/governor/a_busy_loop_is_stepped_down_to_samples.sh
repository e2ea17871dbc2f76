# A busy loop is stepped down to samples, and pays for no probe after that.

make_loop
perl a.pl & pid=$!
# The probes that the agent holds.
links() { find /proc/$A/fd -lname 'anon_inode:bpf?link' -o -lname 'anon_inode:?perf_event?' | wc -l; }
govern --pid $pid
recording said
# Those of tracepoints, and on each processor the notices of what is mapped.
others=$((3 + $(nproc --all)))
expect [ "$(links)" -gt $others ]
await_said "process $pid: .* statements are no longer recorded, only calls; statement counts end at "
await_said "process $pid: .* from now on it is sampled, into nytprof.out.sample"
# The program's code says less: others may record every perl.
expect [ "$(links)" -le $others ]
sampled() { [ "$(grep -c '^nytprof-bpf: recording 1 process' said)" = 2 ]; }
await sampled
ticks=$(ticks_of $pid)
await has_run $pid 30
touch end
wait $pid
govern_ends
expect [ "$(grep -c 'not recorded: nothing (0)' said)" = 2 ]
expect_in said 'nytprof.out.sample: '
expect_not_in said 'is recorded by recorder'

read_profile nytprof.out.sample
expect_out $'attr agent_sampled '
read_profile nytprof.out
expect_out ' s: statement counts end; cost '
expect_out 'attr agent_step_sample '
expect_out '(statements only up to '
f=$(number_after 'sub main::f ') g=$(number_after 'sub main::g ')
all=$(tail -1 counts | cut -d' ' -f2)
expect_that "0 < $f && $f < $all"
# A call that was under way when the probes came has others in it that count.  While they change, which takes some
# milliseconds, some calls count and others do not.
expect_that "(3 * $g - $f) ^ 2 <= (6 + $f / 200) ^ 2"
run 0 $AGENT report nytprof.out
expect_in_order stdout 'stepped down at ' ': statement counts end'
