# ctl bears with a recorder that does not answer, or does not even take requests.

start_server
cat >hangs.pl <<'PERL'
use Socket; my $name = qq(/run/nytprof-bpf/$$.sock);
socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;
bind $s, pack_sockaddr_un($name) or die; listen $s, 1;
open my $f, '>', 'listens'; close $f; sleep 100;
PERL

(
	$AGENT -p $server & R=$!
	recording
	perl hangs.pl & H=$!
	await [ -e listens ]
	for whom in $server $server $server ''; do
		timeout 20 $AGENT ctl status $whom >status
		echo $?
		grep -c "^recorder $R: on" status
	done
	kill -9 $H
	rm -f /run/nytprof-bpf/$H.sock
	touch end
	wait $R
	grep -c "recorder $H does not answer" stderr
) >stdout 2>stderr
expect_status 0 || exit
wait $server
expect_lines 0 1 0 1 0 1 1 1 4
