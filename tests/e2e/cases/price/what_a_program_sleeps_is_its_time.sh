# What a program sleeps is its time.

cat >a.pl <<'PERL'
select undef, undef, undef, 0.2;
my $done = 1;
PERL

run 0 $AGENT -- perl a.pl || exit
read_profile nytprof.out
expect_that "$(number_after '/a.pl:1 ' 2) >= 0.2"
