# Sockets of the machine's own: all calls on a pair, and a server that a child connects to.
use strict;
use warnings;
use constant { AF_UNIX => 1, SOCK_STREAM => 1, SOCK_DGRAM => 2, SOL_SOCKET => 1, SO_TYPE => 3, SO_SNDBUF => 7 };

sub address { return pack 'S a108', AF_UNIX, shift }
sub talk { my ($to, $from, $text) = @_; send $to, $text, 0 or die; recv $from, my $got, 100, 0; return $got }
sub serve { my $server = shift; accept my $peer, $server or die; my $line = <$peer>; print {$peer} uc $line; close $peer; return $line }

socketpair my $x, my $y, AF_UNIX, SOCK_DGRAM, 0 or die;
print talk($x, $y, 'there'), talk($y, $x, 'back'), "\n";
setsockopt $x, SOL_SOCKET, SO_SNDBUF, pack 'i', 16384 or die;
print length getsockopt($x, SOL_SOCKET, SO_TYPE), "\n";
shutdown $x, 2;
socket my $server, AF_UNIX, SOCK_STREAM, 0 or die;
bind $server, address('s') or die;
listen $server, 5 or die;
print unpack('x2 Z*', getsockname $server), "\n";
for my $n (1 .. 2) {
    my $pid = fork() // die;
    if (!$pid) {
        socket my $c, AF_UNIX, SOCK_STREAM, 0 or die;
        connect $c, address('s') or die;
        my $peer = getpeername $c;
        syswrite $c, "client $n\n";
        my $answer = <$c>;
        exit(length($peer) > 0 && $answer eq "CLIENT $n\n" ? 0 : 1);
    }
    print serve($server);
    waitpid $pid, 0;
    print $?, "\n";
}
