# What a service tells its manager (sd_notify(3)): listens at the socket FILE, and prints each message on a line.
use strict;
use warnings;
use Socket;

my ($file) = @ARGV;
$| = 1;
socket my $socket, PF_UNIX, SOCK_DGRAM, 0 or die "socket: $!\n";
bind $socket, pack_sockaddr_un($file) or die "$file: $!\n";
print "listening\n";
while (defined recv $socket, my $message, 4096, 0) {
    $message =~ s/\n/ /g;
    print "$message\n";
}
