# --trace-when=cpu>N% traces who uses so much of a processor: once an hour each, and so many in all.

cat >busy.pl <<'PERL'
sub work { $n++ }
open my $up, '>', "up.$$" or die;
until (-e 'end') { work() for 1 .. 1000 }
PERL
start_worker busy.pl; one=$worker
start_worker busy.pl; two=$worker
start_worker; idle=$worker
: >sampling
$AGENT --pid $one,$two,$idle --mode=sample -o sampled.out --trace-when='cpu>2%' --trace-for=50ms \
	--trace-when-max=1 >/dev/null 2>>sampling & R=$!
recording sampling
await grep -q 'the exact trace of process .* is in sampled.out.traced-1' sampling
touch go.0
await [ -e done.0 ]
touch end
wait $one $two $idle
wait $R
expect_status 0
expect_in sampling '% of a processor: it is traced exactly for 0.05 s (1 of 1 in an hour)'
expect [ "$(compgen -G 'sampled.out.traced-*' | wc -l)" = 1 ]
expect [ ! -e sampled.out.traced-1.$idle ]
read_profile sampled.out.traced-1.*
expect_out 'sub main::work '
expect_no_out 'attr agent_sampled'
