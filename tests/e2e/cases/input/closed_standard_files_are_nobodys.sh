# Closed standard files are nobody's.

cat >a.pl <<'PERL'
my $x = 1;
open my $f, '>', $ARGV[0];
print $f map { readlink("/proc/self/fd/$_") // 'closed', "\n" } 0 .. 2;
PERL

(
	perl a.pl one <&- >&- 2>&-
	sed 's/one//' one >bare
	$AGENT -v -- perl a.pl two <&- >&- 2>&- || exit
	sed 's/two//' two | diff bare -
) >stdout 2>stderr
expect_status 0

read_profile nytprof.out
expect_line /a.pl:1 1

(
	$AGENT --version >&-
	$AGENT -q -o x.out -- perl a.pl three 2>&-
) >stdout 2>stderr
expect_status 0

read_profile x.out
