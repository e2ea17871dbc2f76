# Before the agent attaches to a process, it says what to expect.

cat >a.pl <<'PERL'
my $i = 0;
while (1) {
    $i++;
}
PERL

perl a.pl & pid=$!
run 0 $AGENT --pid $pid -d 0.5
expect_err 'Perl code runs about '
expect_err ' times slower while it is recorded (estimate; a probe costs '
expect_err ' us here); with --mode=subs about '
expect_in_order stderr 'Perl code runs' 'recording 1 process'
expect_err ' times as long as without the probes'

run 3 $AGENT --mode=subs --pid $pid -d 0.5
expect_err 'Perl code runs about '
expect_no_err 'with --mode=subs'

run 0 $AGENT -q --pid $pid -d 0.5
expect_no_err 'Perl code'
stop $pid
