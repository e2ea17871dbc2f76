# A worker that hangs in flock: the file, and the process that has it locked.

perl -e 'use Fcntl ":flock"; open my $f, ">", "locked"; flock $f, LOCK_EX; open my $h, ">", "held"; sleep 1000' \
	</dev/null & holder=$!
await [ -e held ]
waiter flock 'sub lock_it { open my $f, ">", "locked"; flock $f, 2 } lock_it()'
dump
expect_out " waits in flock, "
expect_out " s so far: $PWD/locked, which process $holder (perl) has locked; op flock; depth 1"
expect_out "  #0   main::lock_it at -e:1"
stop "$server"
stop "$holder"
