# --event=signals: by name, in the line that gets them.

cat >a.pl <<'PERL'
use strict; use POSIX ();
$SIG{USR1} = sub { };
$SIG{CHLD} = 'IGNORE';
own();
naps();
sub own { kill USR1 => $$ for 1 .. 7; POSIX::sigaction(POSIX::SIGRTMIN() + 1, POSIX::SigAction->new(sub { })); kill POSIX::SIGRTMIN() + 1, $$ }
sub naps {
	my $parent = $$;
	my $child = fork // die;
	if (!$child) {
		kill USR1 => $parent;
		exec 'true' or die;
	}
	waitpid $child, 0;
}
PERL
for mode in trace sample; do
	run 0 $AGENT --event=signals --mode=$mode --forkdepth=0 -o a.out -- perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	events_of a.out >events
	expect [ "$(total 4 '$8 == "signals" && $9 == "USR1" && $3 ~ /^main::RUNTIME;main::own/')" = 7 ]
	expect [ "$(total 4 '$8 == "signals" && $9 == "USR1" && $3 ~ /^main::RUNTIME;main::naps/')" = 1 ]
	expect [ "$(total 4 '$8 == "signals" && $9 == "35" && $3 ~ /^main::RUNTIME;main::own/')" = 1 ]
	expect [ "$(total 4 1)" = 9 ]
done
