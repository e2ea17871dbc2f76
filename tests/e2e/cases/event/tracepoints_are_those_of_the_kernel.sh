# --event=tracepoint:CATEGORY:NAME counts what the program has made the kernel do, in every mode.

cat >a.pl <<'PERL'
use strict;
$SIG{USR1} = sub { };
named();
children();
signals();
naps();
sub named { $0 = "name$_" for 1 .. 30 }
sub children {
	for (1 .. 5) {
		my $child = fork // die;
		exec 'true' or die if !$child;
		waitpid $child, 0;
	}
}
sub signals { kill USR1 => $$ for 1 .. 7 }
sub naps { select undef, undef, undef, 0.001 for 1 .. 20 }
PERL
EVENTS=task:task_rename,sched:sched_process_fork,signal:signal_deliver,sched:sched_switch
EVENTS=tracepoint:${EVENTS//,/,tracepoint:},context-switches

# Those of the kernel, with their sub: expect_all EXPRESSION, which is also true of each.
expect_all() {
	expect [ "$(total 4 "$1 && \$8 == \"tracepoint:task:task_rename\" && \$3 ~ /^main::RUNTIME;main::named/")" = 30 ]
	expect [ "$(total 4 "$1 && \$8 == \"tracepoint:sched:sched_process_fork\" && \$3 ~ /^main::RUNTIME;main::children/")" = 5 ]
	# The end of a child is delivered, and ignored, only if it comes while fork blocks signals.
	expect [ "$(total 4 "$1 && \$8 == \"tracepoint:signal:signal_deliver\" && \$3 ~ /main::signals/")" = 7 ]
	expect_that "$(total 4 "$1 && \$8 == \"tracepoint:sched:sched_switch\" && \$3 ~ /;main::naps/") >= 20"
}

# Both see each switch: by line, sub and stack.
expect_same_switches() {
	local is
	for is in context-switches tracepoint:sched:sched_switch; do
		awk -F'|' -v is="$is" '$8 == is { n[$1 "|" $2 "|" $3 "|" $10 "|" $11] += $4 }
			END { for (i in n) print i, n[i] }' events | sort >"$is"
	done
	expect [ -s context-switches ]
	expect diff context-switches tracepoint:sched:sched_switch
}

for mode in trace subs sample; do
	run 0 $AGENT --event=$EVENTS --mode=$mode --forkdepth=0 -o a.out -- perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	events_of a.out >events
	if [ $mode = subs ]; then expect_all 1; else expect_all '$11 == "a.pl" && $1 >= 7'; fi
	expect_same_switches
done

run 0 $AGENT report a.out
expect_out 'tracepoint:task:task_rename, '
run 0 $AGENT export --format=json a.out
expect_out '{"event":"tracepoint:task:task_rename","detail":"","where":"sub"'
