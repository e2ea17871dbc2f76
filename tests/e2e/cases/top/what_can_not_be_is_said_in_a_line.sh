# What can't be shown is said in a line, before anything begins.

run 2 $AGENT top
expect_one_line 'top: which processes? Give --pid PID or --all'
run 2 $AGENT top --pid x
expect_one_line '--pid=x: not a process id'
run 2 $AGENT top --pid $$ 77
expect_one_line 'top: "77" is not expected'
run 2 $AGENT top --pid $$ --mode=trace
expect_one_line '--mode: top always takes samples'
run 2 $AGENT top --pid $$ --event=sysscalls
expect_one_line '--event=sysscalls: no such event; did you mean syscalls?'
run 1 $AGENT top --pid $$ --event=tracepoint:none:such
expect_one_line 'none:such'
run 2 $AGENT top --pid $$ --rounds=0
expect_one_line '--rounds=0: not a number above 0'
run 2 $AGENT top --pid $$ --view=files
expect_one_line '--view=files: must be subs, lines or processes'
run 2 $AGENT top --pid $$ --interval=0.1
expect_one_line '--interval=0.1: must be a number of seconds from 1 on'
sleep 100 & idle=$!
run 3 $AGENT top --pid $idle
expect_one_line "process $idle"
stop $idle
run 1 $AGENT top --pid $idle
expect_one_line "no process $idle"
run 1 capsh --drop=cap_perfmon,cap_sys_admin -- -c "exec $AGENT top --pid $$"
expect_one_line 'CAP_PERFMON'
