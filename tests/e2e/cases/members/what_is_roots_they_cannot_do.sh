# A member neither starts, stops, reloads nor traces, and each refusal is one line.

start_units
start_service --group=shop:4242
for verb in start stop reload "trace $shop" "trace $mail"; do
	# shellcheck disable=SC2086 # two words
	run 1 as_member 4242 ctl $verb
	expect_one_line "recorder $A: ctl ${verb% *} is root's alone: use sudo; your groups let you use ctl status, ctl flush and top --service"
done
run 0 $AGENT ctl status
expect_out "recorder $A: on"

# A client of its own makes no difference, and what recorders tell each other is no request here.
cat >asks.pl <<'PERL'
use Socket;
socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;
connect $s, pack_sockaddr_un("/run/nytprof-bpf-group/$ARGV[0].sock") or die;
send $s, $ARGV[1], 0;
recv $s, my $answer, 4096, 0;
print $answer;
PERL
ask() {
	run 0 setpriv --reuid=54321 --regid=54321 --groups=4242 perl asks.pl $A "$1"
}
ask "trace $shop 1000 54321 2 x.out"
expect_out "ctl trace is root's alone"
ask 'whom 0'
expect_lines 1 'unknown request "whom"'
ask "joined $shop"
expect_lines 1 'unknown request "joined"'
ask "watch $shop"
expect_lines 1 'the request has no stream socket'
ask ''
expect_lines
run 1 setpriv --reuid=54321 --regid=54321 --groups=4242 perl -e 'use Socket;
	socket my $s, AF_UNIX, SOCK_SEQPACKET, 0; connect $s, pack_sockaddr_un("/run/nytprof-bpf/'$A'.sock") and exit; exit 1'
end_units
end_all
expect [ "$(grep -c 'too: their counts' said)" = 0 ]
