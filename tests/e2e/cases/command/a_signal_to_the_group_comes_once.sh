# A signal to the group comes once: what the whole group gets has reached the command.

cat >a.pl <<'PERL'
use Time::HiRes ();
my $n = 0; $SIG{INT} = $SIG{TERM} = sub { $n++ };
open my $f, '>', 'up'; close $f; my $end = time + 30;
until ($n || time > $end) { select undef, undef, undef, 0.01 }
my $more = Time::HiRes::time() + 0.6;
select undef, undef, undef, 0.01 while Time::HiRes::time() < $more;
print "$n signals\n";
PERL

(
	setsid $AGENT -- perl a.pl &
	await [ -e up ]
	kill -INT -- -$!
	wait $!
) >stdout 2>stderr
expect_status 0
expect_lines '1 signals'
rm up
(
	timeout -s INT 12 $AGENT -v -- perl a.pl
	echo $?
) >stdout 2>stderr
expect_status 0
expect_lines '1 signals' 124

read_profile nytprof.out
expect_line /a.pl:7 1
rm up
(
	timeout --foreground 12 $AGENT -- perl a.pl
	echo $?
) >stdout 2>stderr
expect_status 0
expect_lines '1 signals' 124
