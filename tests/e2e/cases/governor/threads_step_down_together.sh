# Threads of a process step down together, and what they count is summed.

perl -Mthreads -e 1 2>/dev/null || skip 'this perl has no threads'
cat >a.pl <<'PERL'
use threads;
sub f { return 1 }
sub run { my $n = 0; until (-e 'end') { f() for 1 .. 100; $n += 100 } return $n }
my $n = 0;
$n += $_->join for map { threads->create(\&run) } 1 .. 3;
open my $f, '>', 'counts';
print $f $n;
PERL
perl a.pl & pid=$!
govern --pid $pid
await_said "process $pid: .* statements are no longer recorded"
touch end
wait $pid
govern_ends
expect_in said 'not recorded: nothing (0)'
run 0 profile nytprof.out # threads have more time than there was
expect_out 'attr agent_step_subs '
f=$(number_after 'sub main::f ')
expect_that "0 < $f && $f < $(cat counts)"
