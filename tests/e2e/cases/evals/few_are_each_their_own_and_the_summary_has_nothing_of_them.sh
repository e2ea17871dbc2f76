# Few evals are each their own, and the summary has nothing of them.

cat >a.pl <<'PERL'
my $n = 0;
for my $i (1 .. 700) { eval '$n++' }
PERL

run 0 $AGENT --strict -- perl a.pl || exit
expect_no_err 'share a file'

read_profile nytprof.out
expect_out 'line (eval 1)[a.pl:2]:1 1 '
expect_out 'line (eval 700)[a.pl:2]:1 1 '
expect_no_out agent_merged_evals

cat >b.pl <<'PERL'
my $n = 0;
for my $i (1 .. 1200) { eval '$n++' }
PERL

run 0 $AGENT --strict -o b.out -- perl b.pl || exit
expect_err '200 string evals share a file with another eval of the same line'

read_profile b.out
expect_out 'line (eval 1)[b.pl:2]:1 201 '
expect_out 'line (eval 1000)[b.pl:2]:1 1 '
