# ctl names the file of each process, also of those that are met while they are described.

cat >a.pl <<'PERL'
open my $f, '>', 'up'; close $f;
for (1 .. 40) {
    last if -e 'end';
    for (1 .. 20) { if (!fork) { select undef, undef, undef, 0.02; exit } }
    1 while wait > 0;
}
select undef, undef, undef, 0.05 until -e 'end';
PERL

(
	$AGENT -q -- perl a.pl & A=$!
	await [ -e up ]
	for i in $(seq 12); do $AGENT ctl status $A; done
	touch end
	wait $A
) >stdout 2>stderr
expect_status 0 || exit
expect_out 'a.pl: on, nytprof.out, '
expect_no_out '(null)'
