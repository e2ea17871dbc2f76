# What is wrong with an address or a file is said at once: the command does not run.

# An option, the status, and why.
refused() {
	run "$2" $AGENT "$1" -o c.out -- touch ran
	expect_one_line "$3"
	expect [ ! -e ran ]
}
refused --listen=1.2.3.4:99999 2 '--listen=1.2.3.4:99999: must end with a port'
refused --listen=nonsense 2 '--listen=nonsense: must end with a port'
refused --listen=example.org:80 2 'must be an IPv4 address in numbers'
refused --listen=192.0.2.1:9811 1 "can't listen at 192.0.2.1:9811: Cannot assign"
refused --pprof=maybe 2 '--pprof=maybe: must be yes or no'
refused --metrics-file= 2 'must not be empty'
refused --metrics-file=no/such/m.prom 1 "can't write no/such/m.prom"
refused --metrics-file=. 1 "can't write .: it is a directory"

cat >listen.pl <<'PERL'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1');
open my $f, '>', 'port'; print $f $s->sockport; close $f; sleep 60;
PERL

perl listen.pl &
await [ -s port ]
run 1 $AGENT --listen="$(<port)" --all --output-dir=out
expect_one_line 'Address already in use; choose another port'

run 1 setpriv --bounding-set=-net_bind_service $AGENT --listen=80 --all --output-dir=out
expect_one_line 'ports below 1024 need CAP_NET_BIND_SERVICE'
expect [ ! -e out ]
