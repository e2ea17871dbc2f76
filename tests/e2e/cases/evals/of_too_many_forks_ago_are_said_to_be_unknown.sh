# Evals of too many forks ago are said to be unknown.

cat >a.pl <<'PERL'
eval 'sub made { return 1 }';
for (1 .. 140) { if (fork) { wait; exit } }
made();
PERL

NYTPROF=compress=0 run 0 $AGENT -- perl a.pl || exit
expect_err 'not recorded: 1 string evals of unknown place: no room, or too many forks'
expect [ "$(grep -la '^:agent_lost_EVALS=1$' nytprof.out.* | wc -l)" = 1 ]
expect [ "$(grep -la '^:agent_uncalled_subs=incomplete$' nytprof.out.* | wc -l)" = 12 ]
