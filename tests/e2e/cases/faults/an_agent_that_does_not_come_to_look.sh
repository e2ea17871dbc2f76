# An agent that does not come to look misses notices, and the maps have what ran all the same.  Its buffer has 8,192
# notices, and a child takes two.  Two processes fork, as that is what takes long.

cat >b.pl <<'PERL'
use POSIX ();
sub f { 1 }
for (1 .. 2075) {
    my $pid = fork // die;
    if (!$pid) { f(); POSIX::_exit(0) }
    waitpid $pid, 0;
}
print "forked\n";
PERL
record_all --match=$PWD --keep=0 --interval=60
start_worker
await records $P
kill -STOP $A
perl "$PWD/b.pl" >other & other=$!
run 0 perl "$PWD/b.pl"
expect_lines forked
wait $other
expect [ "$(cat other)" = forked ]
kill -CONT $A
end_worker
end_all
expect [ "$(ls out | grep -c nytprof)" = 4153 ]
expect_in said 'out: 4153 profiles, '
expect_in said 'notices to the agent: the buffer was full'
