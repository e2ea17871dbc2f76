# A worker that sleeps, by sleep and by select: for how long.

waiter clock_nanosleep 'sleep 1234'
dump
expect_out "waits in clock_nanosleep, "
expect_out " s so far: 1234 s; op sleep"
stop "$server"
waiter 'pselect6' 'select undef, undef, undef, 99.5'
dump
expect_out " s so far: 99.5 s; op sselect"
stop "$server"
