# A server's process says what it is; all its time is below one sub, and the flame graph holds it.

cat >a.pl <<'PERL'
$0 = 'my worker 7';
open my $f, '>', 'up'; close $f;
serve();
sub serve {
    while (1) {
        one();
    }
}
sub one { my $x = 1 }
PERL

perl a.pl with arguments & server=$!
await [ -e up ]
(
	$AGENT --pid $server -d 2 && nytprofhtml -f nytprof.out
) >stdout 2>stderr
expect_status 0
expect_no_err exceeds
expect [ -e nytprof/all_stacks_by_time.svg ]

read_profile nytprof.out
expect_out $'attr application my worker 7\n'
expect_that "$(number_after 'main::serve main::one ') > 10000"
