# Bad input: a process without perl, one that has ended, one that nobody may look into, a thread, no process at all.

sleep 1000 & other=$!
await grep -q sleep /proc/$other/comm
run 3 "$AGENT" dump --pid $other
expect_one_line "process $other (sleep) is not a perl"
expect_lines
stop $other
run 1 "$AGENT" dump --pid $other
expect_one_line "no process $other"
run 2 "$AGENT" dump
expect_one_line 'which process? Give --pid PID'
run 2 "$AGENT" dump --values --pid 1
expect_one_line '--values belongs to --locals'
waiter clock_nanosleep 'sleep 1000'
run 1 setpriv --reuid=65534 --clear-groups --inh-caps=-all "$AGENT" dump --pid "$server"
expect_one_line "can't look into process $server"
expect_lines
# The others are shown all the same.
run 1 "$AGENT" dump --pid "$other,$server"
expect_one_line "no process $other"
expect_out '  #0   main::RUNTIME at -e:1'
stop "$server"
