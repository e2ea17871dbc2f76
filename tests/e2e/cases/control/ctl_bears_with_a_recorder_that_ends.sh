# ctl bears with a recorder that ends while it is asked; the others have answered all the same.

start_server
cat >ends.pl <<'PERL'
use Socket; my $name = qq(/run/nytprof-bpf/$$.sock);
socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;
bind $s, pack_sockaddr_un($name) or die; listen $s, 8;
open my $f, '>', 'listens'; close $f;
while (accept my $c, $s) { sysread $c, my $request, 100 }
PERL

(
	$AGENT -p $server & R=$!
	recording
	perl ends.pl & E=$!
	await [ -e listens ]
	$AGENT ctl flush $server && echo flushed
	$AGENT ctl status $E
	echo $?
	kill -9 $E
	rm -f /run/nytprof-bpf/$E.sock
	touch end
	wait $R
) >stdout 2>stderr
expect_status 0 || exit
wait $server
expect_out $'flushed\n1\n'
expect_err 'ended without an answer'
