# A stack of ten thousand calls is whole.

cat >a.pl <<'PERL'
no warnings 'recursion';
sub burn { my $x = 0; $x += $_ for 1 .. 10_000_000; return $x }
sub down { my $n = shift; return $n ? down($n - 1) : burn() }
sub top { return down(9_997) }
top();
PERL

run 0 $AGENT --mode=sample -- perl a.pl || exit
expect_err 'not recorded: nothing (0)'
nytprofcalls nytprof.out 2>stderr | awk '{ print split($1, path, ";"), path[1], path[10000] }' |
	grep '^10000 ' >stdout
expect_lines '10000 main::top main::burn'
