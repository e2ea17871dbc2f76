# nytprofcg reads a profile.

make_profiles
run 0 nytprofcg -f one.out -o cg.out
expect_quiet
expect grep -q 'fn=main::fib' cg.out
