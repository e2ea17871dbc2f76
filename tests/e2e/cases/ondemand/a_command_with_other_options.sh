# A command that needs other programs than the tracer has loads its own. The tracer goes on standing by, for a trace and for the next command.

echo 'sub work { 1 } work() for 1 .. 20;' >calls.pl
start_worker
: >sampling
$AGENT --pid $worker --mode=sample -v -o sampled.out >/dev/null 2>>sampling & R=$!
recording sampling
run 0 $AGENT ctl trace $worker -d 50ms -o first.out
await [ -L /run/nytprof-bpf/lender ]
tracer=$(grep -o 'a tracer stands by (process [0-9]*)' sampling | grep -o '[0-9]*')

for options in --nytprof=slowops=0 --stmts=0 --sql --off-cpu --overhead=50; do
	offered "process $R has other programs ready" $AGENT -v $options -o other.out -- perl calls.pl
	read_profile other.out
	expect_out 'sub main::work 20 '
done
run 0 $AGENT -v --mode=sample -o samples.out -- perl calls.pl
expect_no_err 'programs ready'
expect [ -e /proc/$tracer ]

# Who asks, and goes, takes nothing.
await [ -L /run/nytprof-bpf/lender ]
perl -MIO::Socket::UNIX -e '
	my $s = IO::Socket::UNIX->new(Type => SOCK_SEQPACKET, Peer => "/run/nytprof-bpf/lender") or die "$!\n";
	send $s, "lend", 0 or die "$!\n";
	recv $s, my $offer, 1, 0 // die "$!\n";
	length $offer or die "no offer\n"' || fail "no offer"
await [ -L /run/nytprof-bpf/lender ]

offered "process $R had the programs ready" $AGENT -v -o like.out -- perl calls.pl
await [ ! -e /proc/$tracer ]
touch end
wait $worker
wait $R
expect_status 0 3 # who only waits may have no sample
