# Many calls that are under way are known.

cat >a.pl <<'PERL'
no warnings 'recursion';
sub down { my $n = shift;
    return down($n - 1) if $n;
    open my $f, '>', 'deep'; close $f;
    until (-e 'enough') { bottom(); select undef, undef, undef, 0.005 }
    return;
}
sub bottom { return 1 }
down(1500);
after();
sub after { return 2 }
PERL

perl a.pl & server=$!
await [ -e deep ]
(
	$AGENT --pid $server & A=$!
	recording
	await records $server 1000
	touch enough
	wait $A
) >stdout 2>stderr
expect_status 0
wait $server
expect_err 'nothing (0)'

read_profile nytprof.out
expect_out 'main::RUNTIME main::after 1 '
expect_that "$(number_after 'main::down main::bottom ') > 100"
expect_that "$(number_after 'main::RUNTIME main::down ') == 0"
expect_that "$(number_after 'main::RUNTIME main::down 0 ') > 1.0"
