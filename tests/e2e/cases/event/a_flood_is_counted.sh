# Beyond the limit events have no place, and none is lost.

cat >a.pl <<'PERL'
sub f { my $n = 0; getppid while ++$n < 400_000 }
f();
PERL
run 0 $AGENT --event=syscalls --mode=subs --slowops=0 -o a.out -- perl a.pl
expect_err 'not recorded: nothing (0)'
events_of a.out >events
expect [ "$(total 4 '$9 == "getppid"')" = 399999 ]
expect_that "$(total 4 '$9 == "getppid" && $2 == 3') > 0" # KEVENT_AT_FLOOD
expect_that "$(total 4 '$9 == "getppid" && $10 == "main::f"') >= 10000"
run 0 $AGENT report a.out
expect_out 'syscalls: getppid, (too many)'
