# A recorder that hangs has offered programs: a command loads its own, also when there is no place to wait for an answer.

echo 'sub work { 1 } work() for 1 .. 20;' >calls.pl
start_worker
: >sampling
$AGENT --pid $worker --mode=sample -v -o sampled.out >/dev/null 2>>sampling & R=$!
recording sampling
run 0 $AGENT ctl trace $worker -d 50ms -o first.out
await [ -L /run/nytprof-bpf/lender ]
kill -STOP $R
run 0 $AGENT -v -o one.out -- perl calls.pl
expect_no_err 'had the programs ready'
read_profile one.out
expect_out 'sub main::work 20 '

perl -MSocket -e '
	my @all;
	while (1) {
		socket my $s, AF_UNIX, SOCK_SEQPACKET | Socket::SOCK_NONBLOCK(), 0 or die "$!\n";
		connect $s, pack_sockaddr_un("/run/nytprof-bpf/lender") or last;
		push @all, $s;
	}
	$!{EAGAIN} or die "$!\n";
	open my $full, ">", "full" or die;
	select undef, undef, undef, 0.02 until -e "go_on"' & P=$!
await [ -e full ]
run 0 $AGENT -v -o two.out -- perl calls.pl
expect_no_err 'had the programs ready'
read_profile two.out
expect_out 'sub main::work 20 '
touch go_on
wait $P
expect_status 0
kill -CONT $R
touch end
wait $worker
wait $R
expect_status 0 3 # who only waits may have no sample
