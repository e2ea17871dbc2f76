# What costs little keeps all its detail.

cat >a.pl <<'PERL'
use Time::HiRes 'sleep';
sub f { return 1 }
for (1 .. 80) { sleep 0.05; f() }
PERL
govern -- perl a.pl
govern_ends
expect_not_in said 'over the budget'
read_profile nytprof.out
expect_line /a.pl:2 80
expect_out 'sub main::f 80 '
expect_no_out agent_step
