# An alarm that comes while nothing else can: in sigsuspend; nested handlers; a timeout that dies.
use strict;
use warnings;
use POSIX ();
use Time::HiRes 'ualarm';

my ($blocked, $open) = (POSIX::SigSet->new(POSIX::SIGALRM()), POSIX::SigSet->new);
POSIX::sigprocmask(POSIX::SIG_BLOCK(), $blocked);
sub wait_for_it { ualarm(2000); POSIX::sigsuspend($open); return 'back' }
sub note { print "note @_\n"; return scalar @_ }
sub with_timeout {
    my $code = shift;
    local $SIG{ALRM} = sub { die "timeout\n" };
    my $r = eval { my $x = $code->(); alarm 0; $x };
    return $r // "failed: $@";
}

{
    local $SIG{ALRM} = sub { note('rang', $_[0]) };
    print wait_for_it(), "\n";
    for my $i (1 .. 2) { note($i, wait_for_it()) }
}
print with_timeout(sub { wait_for_it() });
print with_timeout(sub { 'in time' }), "\n";
{
    my $depth = 0;
    local $SIG{ALRM} = sub { note('depth', $depth); local $SIG{ALRM} = sub { note('inner') }; wait_for_it() if !$depth++ };
    print wait_for_it(), "\n";
}
print with_timeout(sub { with_timeout(sub { wait_for_it() }) . 'outer' }), "\n";
