# The time of accept is waiting: it is not in the times of subs.

cat >a.pl <<'PERL'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1') or die;
if (!fork) {
    for (1 .. 4) { select undef, undef, undef, 0.5;
        my $c = IO::Socket::INET->new('127.0.0.1:' . $s->sockport) or die; print $c "x\n" }
    exit;
}
sub one { my $c = $s->accept; return scalar <$c> }
sub serve { one() for 1 .. 4; return }
serve();
wait;
PERL

run 0 $AGENT -q -- perl a.pl || exit
read_profile nytprof.out

# Two seconds of waiting: not in the sub's time, but in that of IO::Socket's statement.
expect_that "$(number_after 'main::RUNTIME main::serve 1 ') < 1.0"
expect_that "$(number_after 'main::RUNTIME main::serve 1 ') > 0"

(
	profile nytprof.out | awk '/^line .*IO.Socket.pm/ && $4 > 1.5'
) >stdout 2>stderr
expect_status 0
expect_out IO/Socket.pm
