# A child that executes a program counts its own calls only: its part of what the parent has called is time.

cat >a.pl <<'PERL'
sub become { exec 'true' }
sub runner { if (!fork) { become() } wait }
sub top { runner() }
top() for 1 .. 3;
PERL

(
	$AGENT -q -- perl a.pl && ls nytprof.out* | wc -l
	for p in nytprof.out*; do profile $p; done | awk '/^call / && / main::/ { n[$4] += $5 } END { print n["main::top"], n["main::runner"], n["main::become"] }'
) >stdout 2>stderr
expect_status 0 || exit
expect_lines 4 '3 3 3'
