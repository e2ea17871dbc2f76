# A sub that never returns has its inclusive time at each interval; so has one that sleeps at the end.

cat >deep.pl <<'PERL'
sub leaf { my $x = 0; $x += $_ for 1 .. 50_000; return $x }
sub inner { leaf() while 1 }
sub outer { inner() }
open my $up, '>', 'up'; close $up;
outer();
PERL
perl deep.pl & deep=$!
await [ -e up ]
run 0 $AGENT top --pid $deep --rate=499 -n 2 || exit
stop $deep
for sub in outer inner; do
	expect_that "$(column %incl stdout main::$sub | tail -n 1) > 90"
done
