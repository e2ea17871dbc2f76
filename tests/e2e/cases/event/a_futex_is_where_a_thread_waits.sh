# --event=futex: threads that wait for each other, by line; the same as among the system calls.

cat >a.pl <<'PERL'
use strict; use threads; use threads::shared;
my $turn :shared = 0;
sub wait_for { my $is = shift; lock $turn; cond_wait($turn) until $turn == $is }
sub give { lock $turn; $turn = $_[0]; cond_broadcast($turn) }
my $other = threads->create(sub { for (1 .. 50) { wait_for(1); give(0) } });
for (1 .. 50) { give(1); wait_for(0) }
$other->join;
PERL
perl -Mthreads -e 1 || skip 'this perl has no threads'

for mode in trace sample; do
	run 0 $AGENT --event=futex,syscalls --mode=$mode -o a.out -- perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	events_of a.out >events
	# At each turn one of them waits for the other.
	expect [ "$(total 4 '$8 == "futex" && $9 == "futex" && $3 ~ /main::wait_for/')" -ge 50 ]
	expect_that "$(total 7 '$8 == "futex" && $3 ~ /main::wait_for/') > 0"
	expect [ "$(total 4 '$8 == "futex"')" = "$(total 4 '$9 == "futex" && $8 == "syscalls"')" ]
	expect [ "$(total 7 '$8 == "futex"')" = "$(total 7 '$9 == "futex" && $8 == "syscalls"')" ]
	expect [ "$(total 5 '$8 == "futex"')" = "$(total 5 '$9 == "futex" && $8 == "syscalls"')" ]
	expect [ "$(total 4 '$8 == "futex" && $1 == 3 && $11 == "a.pl"')" -ge 50 ]
done
