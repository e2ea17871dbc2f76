# Calls and times of the whole program follow from what was in the windows, and how far they can be wrong.  The
# statements take longer than a trap, also where that is slow: else counts are not known.

cat >a.pl <<'PERL'
my $rounds = shift;
my $text = join ' ', map { "word$_" } 1 .. 2000;
sub words { my @w = split / /, $text; return scalar @w }
sub order { my @w = sort { $a cmp $b } reverse 1 .. 1000; return $w[0] }
for my $k (1 .. $rounds) {
    words() for 1 .. 2;
    order();
}
PERL
run 0 $AGENT --mode=burst --overhead=30 -o out -- perl a.pl 9000 || exit
estimates_of out >estimates
all_ns=$(perl -ne 'print $1 if /^# agent_estimate=\d+\t(\d+)/' out)
read -r _ _ calls calls_error excl excl_error incl _ < <(grep '^sub main::words ' estimates)
read -r _ _ orders _ < <(grep '^sub main::order ' estimates)
# Three times the error, as a busy machine has more of them than its windows tell.
expect_that "$calls_error > 0 && ($calls - 18000) ^ 2 <= (3 * $calls_error * $calls) ^ 2"
expect_that "$calls > 1.8 * $orders && $calls < 2.2 * $orders"
expect_that "$excl > 0.2 * $all_ns && $excl < 0.9 * $all_ns && $excl_error < 1"
# It calls nothing.
expect_that "$incl == $excl"
run 0 $AGENT report out
expect_out '        subs and lines are estimates of the whole program'
expect grep -Eq '^ *[0-9.]+k +[0-9.>=]+% .* main::words' stdout
