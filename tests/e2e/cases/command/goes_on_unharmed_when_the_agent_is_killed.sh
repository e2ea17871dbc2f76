# The command goes on unharmed when the agent is killed.

cat >a.pl <<'PERL'
open my $f, '>', 'up'; close $f;
my $end = time + 2; my $n = 0;
while (time < $end) { $n++ }
open my $g, '>', 'done'; print $g "fine\n"; close $g;
PERL

(
	$AGENT -- perl a.pl &
	await [ -e up ]
	kill -KILL $!
	wait $!
) >stdout 2>stderr
expect_status 137
await [ -e done ]
