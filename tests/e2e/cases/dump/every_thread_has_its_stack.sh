# ithreads: each interpreter's stack, with what its own thread does.

perl -Mthreads -e 1 2>/dev/null || skip 'no threads'
cat >threads.pl <<'PERL'
use threads;
sub sleeper { my $n = shift; sleep 1000 + $n }
threads->create('sleeper', $_) for 1 .. 3;
open my $f, '>', 'up'; close $f;
sub joins { $_->join for threads->list }
joins();
PERL
perl threads.pl </dev/null & server=$!
await [ -e up ]
await eval '[ "$("$AGENT" dump --pid $server | grep -c "clock_nanosleep")" = 3 ]'
await waits_in "$server" futex
dump
for n in 1 2 3; do expect_out ": 100$n s; op sleep; depth"; done
expect [ "$(grep -c 'main::sleeper at threads.pl:2' stdout)" = 3 ]
expect_out '  #0   main::joins at threads.pl:5'
stop "$server"
