# Threads that are killed together are counted once.

# By _exit: all threads are killed at once, and more than one of them is the last.  One was parked before.
cat >a.pl <<'PERL'
use threads;
use POSIX ();
sub hold {
    syswrite $_[0], 'x';
    sleep 60;
}
sub body { hold($_[0]) }
for (1 .. 30) {
    pipe my $in, my $out;
    unless (fork) {
        my $ended = threads->create(sub { 1 });
        threads->create(\&body, $out)->detach for 1 .. 6;
        sysread $in, my $x, 1 for 1 .. 6;
        POSIX::_exit(0);
    }
    wait;
}
PERL

run 0 $AGENT -q --strict -- perl a.pl || exit
run 0 perl "$TOP/tests/e2e/sums.pl" nytprof.out* || exit
expect_out $'/a.pl:12 main::RUNTIME main::body 180\n'
expect_out $'/a.pl:7 main::body main::hold 180\n'
expect_out $'/a.pl:4 180\n'
expect_out $'/a.pl:14 30\n'
