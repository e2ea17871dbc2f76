# Evals with subs are as many as there are.

cat >a.pl <<'PERL'
my $n = 0;
sub inner { $n++ }
for my $i (1 .. 150_000) {
    my $s = eval "sub { inner(); $i }";
    $s->();
}
die if $n != 150_000;
PERL
record_a
read_profile nytprof.out
expect_line /a.pl:2 150000
expect_out 'sub main::inner 150000 '
expect_out 'sub main::__ANON__[(eval 7)[a.pl:4]:1] 1 '
expect_that "$(number_after 'sub main::__ANON__[(eval 2001)[a.pl:4]:1] ') > 147000"
expect_that "$(lines_sum '[a.pl:4]:1') == 450000"
