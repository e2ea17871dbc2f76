# Evals in evals, and after a fork, keep their place.

cat >a.pl <<'PERL'
my $n = 0;
eval 'eval q{sub made { $n++ }}';
made();
if (!fork) { made() for 1 .. 5; exit } wait;
PERL

run 0 $AGENT --strict -- perl a.pl || exit
read_profile nytprof.out.*
expect_out 'line (eval 2)[(eval 1)[a.pl:2]:1]:1 5 '
expect_out 'sub main::made 5 '
expect_out $'src (eval 2)[(eval 1)[a.pl:2]:1]:1 sub made { $n++ }\n'
