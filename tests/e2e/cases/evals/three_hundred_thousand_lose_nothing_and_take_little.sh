# Three hundred thousand evals lose nothing, and take little memory.

cat >a.pl <<'PERL'
my ($x, $n, $same) = (1, 0, 'my $y = $x; $n++;');
for my $i (1 .. 150_000) {
    eval $same;
    eval "\$n += 1; \$x + $i";
}
die if $n != 300_000;
PERL
record_a
read_profile nytprof.out
expect_line /a.pl:3 150000
expect_line /a.pl:4 150000
expect_that "$(lines_sum '[a.pl:3]:1') == 300000"
expect_that "$(lines_sum '[a.pl:4]:1') == 300000"

# 1000 of the one, 2000 of the other and the one that all the rest is in.
expect_out $'attr agent_merged_evals 296999\n'
expect_out $'# nytprof-bpf: 147999 more string evals of this line, with other text, are counted here\n'
expect_out $'src (eval 4000)[a.pl:4]:1 $n += 1; $x + 2000\n'

# The stock pages.
run 0 nytprofhtml -f nytprof.out -o html
expect any 'html/*eval*'
