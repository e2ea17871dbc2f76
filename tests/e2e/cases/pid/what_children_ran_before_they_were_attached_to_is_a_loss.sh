# What children ran before they were attached to is a loss.

# Under --pid a child has no probe when it begins; one that executes a program at once has lost nothing.
cat >a.pl <<'PERL'
my $kind = shift;
while (1) {
    select undef, undef, undef, 0.1;
    if ($kind eq 'exec') { system 'true'; next }
    my $pid = fork;
    if (!$pid && $kind eq 'late') { select undef, undef, undef, 0.01 for 1 .. 40 }
    exit if !$pid;
    waitpid $pid, 0;
}
PERL

perl a.pl exec & server=$!
run 0 $AGENT --strict --pid $server -d 1.5
stop $server
expect_err 'not recorded: nothing (0)'

perl a.pl short & server=$!
run 4 $AGENT --strict --pid $server -d 1.5
stop $server
expect_err ' that ended before the agent attached to '
expect_no_err 'nothing (0)'

perl a.pl late & server=$!
run 4 $AGENT --strict --pid $server -d 2
stop $server
expect_err 'not recorded: the beginning of '

# One that ran already when its parent was attached to may have the first name.
(
	for f in nytprof.out*; do $AGENT report $f | grep -q 'its first ' && break; done
	profile $f
	$AGENT report $f
) >stdout 2>stderr
expect_status 0 || exit
expect_that "$(number_after 'attr agent_lost_BEGIN_US ') > 100"
expect_out 'not recorded: its first '
