# One line before anything runs; and without the option there is nothing.

refused 2 '--event=syscall: no such event; did you mean syscalls?' --event=syscall
refused 2 '--event=disk: no such event; there are page-faults, context-switches, migrations, syscalls' --event=disk
refused 2 '--event=: no such event' --event=
refused 2 '--event=: no such event' --event=syscalls,
refused 2 '--event: subs=0 leaves out the calls' --event=syscalls --subs=0

cat >a.pl <<'PERL'
print "hello\n";
PERL
run 0 $AGENT -o a.out -- perl a.pl
events_of a.out >events
expect [ ! -s events ]
run 0 $AGENT report a.out
expect_no_out 'Events of the kernel'
