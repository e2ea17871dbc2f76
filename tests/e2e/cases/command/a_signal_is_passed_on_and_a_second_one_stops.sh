# A signal is passed on, and a second one stops the recording.

cat >a.pl <<'PERL'
$SIG{TERM} = sub { print "stopped\n"; exit 5 };
open my $f, '>', 'up'; close $f;
while (1) {
    my $x = 1;
}
PERL

(
	$AGENT -- perl a.pl &
	await [ -e up ]
	sleep 0.3
	kill -TERM $!
	wait $!
) >stdout 2>stderr
expect_status 5
expect_out stopped
expect_err nytprof.out

cat >b.pl <<'PERL'
$SIG{TERM} = 'IGNORE';
open my $f, '>', 'up2'; print $f $$; close $f;
my $end = time + 20;
while (time < $end) {
    my $x = 1;
}
PERL

(
	$AGENT -o b.out -- perl b.pl &
	await [ -s up2 ]
	sleep 0.3
	kill -TERM $!
	sleep 0.5
	kill -TERM $!
	wait $!
	status=$?
	kill -9 $(cat up2) && exit $status
) >stdout 2>stderr
expect_status 0

read_profile b.out
expect_that "$(number_after '/b.pl:5 ') > 1000"
