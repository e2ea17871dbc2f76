# A thread may fork.

# By _exit: at an exit such a child of a bare perl hangs, too, as it waits for the other threads.
cat >a.pl <<'PERL'
use threads;
use POSIX ();
sub work {
    for my $i (1 .. shift) {
        one($i);
    }
    return 1 }
sub one { return $_[0] }
sub body {
    unless (my $pid = fork) {
        work(10);
        POSIX::_exit(3);
    }
    wait;
    return work(5);
}
$_->join for map { threads->create(\&body) } 1 .. 3;
PERL

record
expect_profiles 4
expect_line /a.pl:5 15
expect_out '/a.pl:15 main::body main::work 3 '
for file in nytprof.out.*; do
	read_sums $file
	expect_line /a.pl:5 10
	expect_line /a.pl:7 1
	expect_line /a.pl:11 1
	expect_line /a.pl:12 1
	expect_line /a.pl:14 0
	expect_out ':5 main::work main::one 10 '
done
