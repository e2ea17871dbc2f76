# clock=7: the clock of the boot.

cat >a.pl <<'PERL'
my $x = 1;
select undef, undef, undef, 0.3;
$x++;
PERL

run 0 $AGENT --clock=7 -- perl a.pl || exit
now=$(date +%s)
read_profile nytprof.out
expect_line /a.pl:2 1
expect_that "$(number_after '/a.pl:2 1 ') > 0.3"
expect_that "$(number_after '/a.pl:2 1 ') < 5.0"
expect_out $'attr clock_id 7\n'

expect_that "($(number_after 'attr basetime ') - $now)^2 <= 30^2"
NYTPROF=clock=3 run 2 $AGENT -- perl a.pl
expect_one_line 'clock=3: not supported'
