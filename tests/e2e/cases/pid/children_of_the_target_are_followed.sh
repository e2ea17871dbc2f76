# Children of the target are followed.

cat >a.pl <<'PERL'
use Time::HiRes 'sleep';
sub kid { for my $i (1 .. 20) { sleep 0.02; step($i) } exit }
sub step { return 1 }
open my $f, '>', 'up'; close $f;
while (1) {
    my $pid = fork;
    kid() if !$pid;
    waitpid $pid, 0;
}
PERL

perl a.pl & server=$!
await [ -e up ]
(
	$AGENT --pid $server -d 2
	cat nytprof.out.* >/dev/null
) >stdout 2>stderr
expect_status 0
stop $server
steps=$(for f in nytprof.out.*; do profile $f; done | grep -c 'main::kid main::step ')
expect [ "$steps" -ge 2 ]
