# With --all, the agent says before what to expect, and after what it was.

cat >a.pl <<'PERL'
my $i = 0;
until (-e 'end') {
    $i++;
}
PERL

(
	$AGENT --all --mode=trace --match=$PWD/a.pl --output-dir=$PWD/out --interval=1 & agent=$!
	recording
	perl $PWD/a.pl & worker=$!
	await any 'out/*.nytprof'
	touch end
	wait $worker
	kill -INT $agent
	wait $agent
) >stdout 2>stderr
expect_status 0
expect_err 'Perl code runs about '
expect_in_order stderr 'Perl code runs' 'recording every perl'
expect_err ' calls; about '
expect_err ' times as long as without the probes'
