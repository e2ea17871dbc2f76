# An option that changes nothing is said to do so.

cat >a.pl <<'PERL'
my $x = 1;
PERL

NYTPROF=use_db_sub=1:optimize=0:posix_exit=1 run 0 $AGENT -- perl a.pl || exit
expect_err 'option use_db_sub changes nothing: '
expect_err 'option optimize changes nothing: '
expect_no_err posix_exit

NYTPROF=posix_exit=1 run 0 $AGENT -v -- perl a.pl || exit
expect_err 'option posix_exit changes nothing: the agent always sees the end of a process'

NYTPROF=optimize=0 run 0 $AGENT -q -- perl a.pl || exit
expect [ ! -s stderr ]
