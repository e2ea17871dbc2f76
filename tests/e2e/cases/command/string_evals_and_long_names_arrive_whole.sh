# String evals and long names arrive whole.

cat >a.pl <<'PERL'
use Sub::Util 'set_subname';
my $work = set_subname(join('::', ('n' x 200) x 3, 'work'), sub { 1 });
for (1 .. 3) {
    $work->();
}
eval "my \$y = 1;\n\$y++;\n" for 1 .. 2;
PERL

run 0 $AGENT -- perl a.pl || exit
expect_err 'nothing (0)'

read_profile nytprof.out
printf -v part 'n%.0s' {1..200}
expect_out "sub $part::$part::$part::work 3 "
expect_out 'line (eval 1)['
expect_out 'a.pl:6]:2 1 '
expect_out 'line (eval 2)['
