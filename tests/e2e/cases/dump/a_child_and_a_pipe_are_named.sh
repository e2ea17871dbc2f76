# A worker that waits for a child, for any child, and for what a child writes: its process id and its name.

waiter wait4 'my $p = fork // die; exec "sleep", 1000 if !$p; sub reap { waitpid $p, 0 } reap()'
child=$(cat "/proc/$server/task/$server/children")
await grep -q sleep "/proc/${child% }/comm"
dump
expect_out ": child ${child% } (sleep); op waitpid; depth 1"
stop "$server"
waiter wait4 'fork or exec "sleep", 1000 for 1 .. 2; wait'
children=$(cat "/proc/$server/task/$server/children")
for child in $children; do await grep -q sleep "/proc/$child/comm"; done
dump
for child in $children; do expect_out "child $child (sleep)"; done
stop "$server"
waiter read 'open my $p, "-|", "sleep", 1000; my $line = <$p>'
child=$(cat "/proc/$server/task/$server/children")
dump
expect_out ": pipe:["
expect_out "] with process ${child% } (sleep); op readline"
stop "$server"
