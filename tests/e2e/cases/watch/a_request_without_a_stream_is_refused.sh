# A request to watch that has no stream socket is answered, and the recorder goes on.

start_busy 1
start_service
cat >asks.pl <<'PERL'
use Socket;
socket my $s, AF_UNIX, SOCK_SEQPACKET, 0 or die;
connect $s, pack_sockaddr_un("/run/nytprof-bpf/$ARGV[0].sock") or die;
send $s, $ARGV[1], 0;
recv $s, my $answer, 4096, 0;
print $answer;
PERL
run 0 perl asks.pl $A 'watch 0'
expect_lines 1 'the request has no stream socket'
run 0 perl asks.pl $A "watches $busy"
expect_lines 0
run 0 $AGENT top --service --pid $busy -n 1
expect_out "what recorder $A samples"
stop $busy
end_all
