# nytprofmerge reads profiles.

make_profiles
run 0 nytprofmerge -o merged.out one.out two.out
expect_quiet

read_profile one.out
once=$(number_after 'sub main::fib ')
expect_that "$once > 100"

read_profile merged.out
expect_that "$(number_after 'sub main::fib ') == 2 * $once"

run 0 $AGENT report merged.out
expect_out main::fib
