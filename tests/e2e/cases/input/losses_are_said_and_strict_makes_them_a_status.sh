# Losses are said, and --strict makes them a status.

cat >a.pl <<'PERL'
use Sub::Util 'set_subname';
set_subname(join('::', ('n' x 200) x 25, 'work'), sub { 1 })->();
PERL

run 0 $AGENT -- perl a.pl
expect_err 'names cut'

read_profile nytprof.out
expect_out 'attr agent_lost '
expect_out 'attr agent_lost_CUT '

run 4 $AGENT --strict -- perl a.pl
run 0 $AGENT --strict -- perl -e 'my $x = 1'
