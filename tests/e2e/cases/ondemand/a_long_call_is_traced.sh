# --trace-when=NAME>TIME and sub>TIME trace a process in which a call is open for longer; not the one whose calls are short.

cat >slow.pl <<'PERL'
package My;
sub wait_long { select undef, undef, undef, 0.4 }
sub burn_long { my $end = times() + 0.4; while (times() < $end) { $n++ } }
sub short { select undef, undef, undef, 0.01 }
package main;
my $what = My->can($ARGV[0]);
sub loop { until (-e 'end') { $what->(); select undef, undef, undef, 0.005 } }
open my $up, '>', "up.$$" or die;
loop();
PERL
start_slow() {
	perl slow.pl $1 & worker=$!
	await [ -e up.$worker ]
}
start_slow short; short=$worker
start_slow wait_long; waiting=$worker
start_slow burn_long; burning=$worker

# record CONDITION WORDS: samples all three until a trace is over.
sample_when() {
	: >sampling
	$AGENT --pid $short,$waiting,$burning --mode=sample -o sampled.out --trace-when="$1" --trace-for=1 \
		--trace-when-max=2 >/dev/null 2>>sampling & R=$!
	recording sampling
}
finished() {
	[ "$(grep -c 'the exact trace of process .* is in ' sampling)" = $1 ]
}

sample_when 'sub>300ms'
await finished 2
kill -INT $R
wait $R
expect_status 0
expect_in sampling "process $waiting was in My::wait_long for more than 0.3 s: it is traced exactly for 1 s"
expect_in sampling "in My::burn_long for more than 0.3 s: it is traced exactly"
expect_in sampling "process $burning "
expect_not_in sampling "process $short "
expect_not_in sampling main::loop

sample_when 'My::burn_*>300ms'
await finished 1
kill -INT $R
wait $R
expect_status 0
expect_in sampling "in My::burn_long for more than 0.3 s: it is traced exactly"
expect_in sampling "process $burning "
expect_not_in sampling "process $waiting "
expect_not_in sampling "process $short "
touch end
wait $short $waiting $burning
