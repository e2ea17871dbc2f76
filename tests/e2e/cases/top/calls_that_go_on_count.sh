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
expect_that "$(awk '$NF == "main::outer" { incl = $1 } END { print incl + 0 }' stdout) > 90"
expect_that "$(awk '$NF == "main::inner" { incl = $1; if (NF > 3) incl = $2 } END { print incl + 0 }' stdout) > 90"
