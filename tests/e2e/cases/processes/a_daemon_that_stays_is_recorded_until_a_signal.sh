# A daemon that stays is recorded until a signal.

# The first signal would go to the command, which is over by then: so the first ends the recording.
cat >a.pl <<'PERL'
if (fork) { exit }
sub work { select undef, undef, undef, 0.01; return 1 }
open my $f, '>', 'daemon'; print $f $$; close $f;
for (1 .. 10) { work() }
rename 'daemon', 'worked';
while (1) { work() }
PERL

(
	$AGENT -q -- perl a.pl & A=$!
	await [ -e worked ]
	kill -INT $A
	wait $A
	echo $?
	kill -0 $(cat worked) && kill -9 $(cat worked)
	mv nytprof.out.$(cat worked) daemon.out
) >stdout 2>stderr
expect_status 0 || exit
expect_out $'0\n'

read_profile daemon.out
expect_out '/a.pl:4 main::RUNTIME main::work 10 '
expect_line /a.pl:5 1
