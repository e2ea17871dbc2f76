# A worker that sleeps, by sleep, by select, and in an XSUB: for how long.

waiter clock_nanosleep 'sleep 1234'
dump
expect_out "waits in clock_nanosleep, "
expect_out " s so far: 1234 s; op sleep"
stop "$server"
waiter 'pselect6' 'select undef, undef, undef, 99.5'
dump
expect_out " s so far: 99.5 s; op sselect"
stop "$server"
waiter clock_nanosleep 'require Time::HiRes; Time::HiRes::usleep(77_000_000)'
dump
expect_out " s so far: 77 s; op entersub of Time::HiRes::usleep; depth"
run 0 "$AGENT" dump --json --pid "$server"
expect_out '"op":"entersub","xsub":"Time::HiRes::usleep",'
stop "$server"
