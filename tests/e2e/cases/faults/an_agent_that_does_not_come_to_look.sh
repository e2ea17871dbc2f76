# An agent that does not come to look misses notices, and the maps have what ran all the same.

cat >b.pl <<'PERL'
use POSIX ();
sub f { 1 }
for (1 .. 4400) {
    my $pid = fork // die;
    if (!$pid) { f(); POSIX::_exit(0) }
    waitpid $pid, 0;
}
print "forked\n";
PERL
record_all --match=$PWD --keep=0 --interval=60
start_worker
sleep 1
kill -STOP $A
run 0 perl "$PWD/b.pl"
expect_lines forked
kill -CONT $A
end_worker
sleep 1
end_all
expect [ "$(ls out | grep -c nytprof)" = 4402 ]
expect_in said 'out: 4402 profiles, '
expect_in said 'notices to the agent: the buffer was full'
