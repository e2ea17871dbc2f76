# A database that answers late.  Its port is its first line.
use strict;
use IO::Socket::INET;

$| = 1;
my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die $@;
print $server->sockport, "\n";
while (my $client = $server->accept) {
	<$client>;
	select undef, undef, undef, 0.5;
	print $client "answer\n";
}
