# finish_profile does not wait for ever: the program goes on when the recorder does not answer, or is gone.

cat >a.pl <<'PERL'
use NYTProf::BPF;
for my $n (1 .. 3) {
    DB::enable_profile("part$n.out");
    open my $f, '>', "up$n"; close $f;
    select undef, undef, undef, 0.01 until -e "go$n";
    DB::finish_profile();
    open $f, '>', "went$n"; close $f;
}
PERL

perl $MODULE a.pl & server=$!
await [ -e up1 ]
(
	$AGENT -p $server & A=$!
	recording
	touch go1
	await [ -e went1 ]
	[ -e nytprof.out ] && echo written
	await [ -e up2 ]
	kill -STOP $A
	touch go2
	await [ -e went2 ]
	echo stopped
	await [ -e up3 ]
	touch go3
	kill -9 $A
	wait $A 2>/dev/null
	await [ -e went3 ]
	echo killed
) >stdout 2>stderr
expect_status 0
wait $server
expect_lines written stopped killed
