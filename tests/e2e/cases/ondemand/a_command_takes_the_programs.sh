# A command takes the programs of the tracer that stands by, and counts exactly, also in what it forks. Then another tracer stands by.

cat >forks.pl <<'PERL'
sub work { return $_[0] + 1 }
my $n = 0;
$n = work($n) for 1 .. 100;
eval 'sub more { $n = work($n) } more() for 1 .. 10; 1' or die $@;
my $pid = fork // die;
if (!$pid) {
	work($_) for 1 .. 7;
	exit;
}
waitpid $pid, 0;
print "$n\n";
PERL
standing() {
	grep -c 'a tracer stands by' sampling
}
start_worker
: >sampling
$AGENT --pid $worker --mode=sample -v -o sampled.out >/dev/null 2>>sampling & R=$!
recording sampling
run 0 $AGENT -v -o own.out -- perl forks.pl
expect_no_err 'had the programs ready'
run 0 $AGENT ctl trace $worker -d 50ms -o first.out
await [ -L /run/nytprof-bpf/lender ]
expect [ "$(standing)" = 1 ]

offered "process $R had the programs ready" $AGENT -v -o lent.out -- perl forks.pl
expect_out 110
for profile in own lent; do
	read_profile $profile.out
	expect_line /forks.pl:1 110
	expect_line /forks.pl:3 1
	expect_out 'sub main::work 110 '
	expect_out 'sub main::more 10 '
	child=$(ls -t $profile.out.[0-9]* | head -n 1)
	read_profile "$child"
	expect_line /forks.pl:1 7
	expect_out 'sub main::work 7 '
done

await grep -q 'has given its programs to another agent' sampling
await [ -L /run/nytprof-bpf/lender ]
expect [ "$(standing)" = 2 ]
touch end
wait $worker
wait $R
expect_status 0 3 # who only waits may have no sample
expect [ ! -L /run/nytprof-bpf/lender ]
