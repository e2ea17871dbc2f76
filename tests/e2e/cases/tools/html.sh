# nytprofhtml reads a profile.

make_profiles
run 0 nytprofhtml -f one.out -o html
expect_quiet
expect [ -e html/index.html ]
expect grep -q 'recursion: max depth 11\>' html/*a-pl-1-line.html

# The flame graph: the deepest call of fib is 12 calls down.
expect [ "$(grep -c main::fib html/all_stacks_by_time.svg)" -ge 3 ]
expect grep -q all_stacks_by_time html/index.html
