# A worker that hangs in a read from a socket, and in a connect: the peer's address.

cat >peer.pl <<'PERL'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1:0', ReuseAddr => 1) or die;
open my $f, '>', 'port.new'; print $f $s->sockport; close $f; rename 'port.new', 'port';
my @c;
push @c, $s->accept while @c < 1;
sleep 1000;
PERL
perl peer.pl </dev/null & peer=$!
await [ -e port ]
port=$(cat port)
waiter read "use IO::Socket::INET; my \$s = IO::Socket::INET->new('127.0.0.1:$port'); sub fetch { sysread \$s, my \$b, 9 } fetch()"
dump
expect_out ": TCP 127.0.0.1:$port; op sysread; depth 1"
expect_out "  #0   main::fetch at -e:1"
stop "$server"
waiter recvfrom "use IO::Socket::INET; my \$s = IO::Socket::INET->new('127.0.0.1:$port'); recv \$s, my \$b, 9, 0"
dump
expect_out ": TCP 127.0.0.1:$port; op recv; depth 0"
stop "$server"
waiter accept4 "use IO::Socket::INET; my \$s = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1:0'); \$s->accept"
dump
expect_out ", to which others connect; op accept"
stop "$server"
# The queue of connections that nobody accepts is full after some.
waiter connect "use Socket; my @s; for (1 .. 9) { socket my \$s, PF_INET, SOCK_STREAM, 0; push @s, \$s;
	connect \$s, pack_sockaddr_in($port, inet_aton('127.0.0.1')) }"
dump
expect_out ": TCP 127.0.0.1:$port; op connect"
stop "$server"
stop "$peer"
