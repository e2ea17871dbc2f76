# --all samples, and one of its processes is traced: by ctl, and for its processor time into the directory of profiles.

cat >busy_$$.pl <<'PERL'
sub work { $n++ }
open my $up, '>', "up.$$" or die;
until (-e 'end') { work() for 1 .. 1000 }
PERL
start_worker busy_$$.pl
: >sampling
$AGENT --all --mode=sample --match=busy_$$.pl --output-dir=$PWD/out --trace-when='cpu>2%' --trace-for=50ms \
	>/dev/null 2>>sampling & R=$!
recording sampling
await grep -q "the exact trace of process $worker is in $PWD/out/" sampling
run 0 $AGENT ctl trace $worker -d 50ms
touch end
wait $worker
kill -INT $R
wait $R
expect_status 0
expect [ "$(compgen -G "out/*.$worker.*.traced.u0.nytprof" | wc -l)" = 1 ]
expect [ "$(stat -c '%U %a' out/*.traced.*)" = 'root 600' ]
read_profile out/*.traced.*
expect_out 'sub main::work '
expect_no_out 'attr agent_sampled'
read_profile nytprof.out.$worker
expect_out 'sub main::work '
expect_no_out 'attr agent_sampled'
