# --event=tcp: bytes by the line that moves them, and what the kernel sends again by the one that has sent it.

cat >a.pl <<'PERL'
use strict; use IO::Socket::INET;
sub listens { IO::Socket::INET->new(Listen => 5, LocalAddr => '127.0.0.1') or die }
my $listen = listens();
my $port = $listen->sockport;
my $client = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port") or die;
my $server = $listen->accept or die;
sub sends { syswrite $client, 'x' x 1000 for 1 .. 10 }
sub gets { my $n = 0; while ($n < 10_000) { $n += sysread $server, my $b, 4000 } }
sub peeks { syswrite $client, 'x' x 7; recv $server, my $b, 7, 2; sysread $server, $b, 7 }
sub answers { syswrite $server, 'z'; sysread $client, my $b, 1 }
# A socket whose filter takes nothing is one whose network is down.
sub deaf { setsockopt $_[0], 1, 26, pack 'S x6 P', 1, my $code = pack 'S C C L', 6, 0, 0, 0 or die "SO_ATTACH_FILTER: $!" }
sub hears { setsockopt $_[0], 1, 27, pack 'i', 0 or die "SO_DETACH_FILTER: $!" }
# tcpi_total_retrans of struct tcp_info (include/uapi/linux/tcp.h)
sub again { my $info = getsockopt $_[0], 6, 11; return unpack 'x100 L', $info }
sub await { select undef, undef, undef, 0.02 while again($_[0]) < $_[1] }
sub loses { my ($from, $to) = @_; deaf($to); syswrite $from, 'y' x 100; await($from, 3); hears($to); sysread $to, my $b, 100 }
# tcpi_unacked: an answer may have come to a deaf socket.
sub settles { select undef, undef, undef, 0.02 while unpack 'x24 L', getsockopt $_[0], 6, 11 }
sends();
gets();
peeks();
answers();
loses($client, $server);
loses($server, $client);
sub knocks {
	my $deaf = listens();
	deaf($deaf);
	my $c = IO::Socket::INET->new(Proto => 'tcp', Blocking => 0) or die;
	connect $c, getsockname $deaf;
	await($c, 2);
	return again($c);
}
my $knocks = knocks();
settles($_) for $client, $server;
print "$port ", again($client), ' ', again($server), " $knocks\n";
PERL

for mode in trace sample; do
	run 0 $AGENT --event=tcp --mode=$mode -o a.out -- perl a.pl
	read -r port lost accepted knocks <stdout
	events_of a.out >events
	expect [ "$(total 6 "\$8 == \"tcp-bytes\" && \$9 == \"send TCP 127.0.0.1:$port\" && \$1 == 7 && \$11 == \"a.pl\"")" = 10000 ]
	expect [ "$(total 4 '$8 == "tcp-bytes" && $9 ~ /^send / && $3 ~ /main::sends/')" = 10 ]
	expect [ "$(total 6 '$8 == "tcp-bytes" && $9 ~ /^receive / && $3 ~ /main::gets/')" = 10000 ]
	expect [ "$(total 6 '$8 == "tcp-bytes" && $9 ~ /^receive / && $3 ~ /main::peeks/')" = 7 ]
	expect [ "$(total 6 '$8 == "tcp-bytes"')" = "$((2 * 10208))" ]
	# Of some that struct tcp_info counts, the kernel's tracepoint does not tell (6.18, on a busy machine).
	expect_that "$(total 4 '$8 == "tcp-retransmits" && $3 !~ /main::knocks/') <= $lost + $accepted"
	expect_that "$(total 6 '$8 == "tcp-retransmits"') == 100 * $(total 4 '$8 == "tcp-retransmits" && $3 !~ /main::knocks/')"
	expect_that "$(total 4 "\$8 == \"tcp-retransmits\" && \$9 == \"TCP 127.0.0.1:$port\" && \$3 ~ /main::loses/") >= 2"
	expect_that "$(total 4 "\$8 == \"tcp-retransmits\" && \$9 != \"TCP 127.0.0.1:$port\" && \$3 ~ /main::loses/") >= 2"
	expect_that "$(total 4 '$8 == "tcp-retransmits" && $9 ~ /^TCP 127.0.0.1:[1-9]/ && $3 ~ /main::knocks/') >= 1"
	expect_that "$(total 4 '$8 == "tcp-retransmits" && $3 ~ /main::knocks/') <= $knocks"
	expect [ "$(total 4 '$8 == "tcp" && $3 ~ /main::knocks/')" -le 1 ]
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)'
done

# One of them alone.
run 0 $AGENT --event=tcp-retransmits -o a.out -- perl a.pl
read -r port lost accepted knocks <stdout
events_of a.out >events
expect_that "$(total 4 '$8 == "tcp-retransmits"') <= $lost + $accepted + $knocks"
expect_that "$(total 4 '$8 == "tcp-retransmits"') >= 5"
expect [ "$(total 4 '$8 != "tcp-retransmits"')" = 0 ]
run 0 $AGENT report --sort=tcp-retransmits a.out
expect_out 'Subs by tcp-retransmits'
