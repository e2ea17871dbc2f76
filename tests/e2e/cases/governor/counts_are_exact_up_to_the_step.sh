# Counts are exact up to the step: the program itself says how many there had been.

make_loop
govern -- perl a.pl
await_said '/perl, in all its processes: .* statements are no longer recorded'
touch end
govern_ends
expect_in said ' (only up to '
expect_in said 'not recorded: nothing (0)'

read_profile nytprof.out
begin=$(sed -n 's/^attr profiler_start_time //p' stdout) # number_after rounds
step=$(sed -n 's/^attr agent_step_subs \([0-9.]*\) s.*/\1/p' stdout)
lost=$(sed -n 's/^attr agent_step_subs .*nothing was recorded for \([0-9]*\) ms/\1/p' stdout)
cnt=$(awk '$1 == "line" && $2 ~ /a.pl:4$/ { print $3 }' stdout)
# How many there had been right before the first probe went, and when all were gone.
before=$(awk "\$1 <= $begin + $step - 0.001 { n = \$2 } END { print n + 0 }" counts)
after=$(awk "\$1 > $begin + $step + ($lost + 1) / 1000 { print \$2; exit }" counts)
expect_that "$before <= $cnt && $cnt <= ${after:-0}"
expect_that "$cnt > 0"
