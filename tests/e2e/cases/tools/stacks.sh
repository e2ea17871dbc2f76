# nytprofcalls reads a profile.

make_profiles
run 0 nytprofcalls one.out
expect_quiet
expect_that "$(number_after 'main::__ANON__[a.pl:4];main::fib;main::fib ') >= 1"

run 0 $AGENT -q --calls=2 -o all.out -- perl a.pl
run 0 nytprofcalls --calls all.out
expect_that "$(number_after 'main::__ANON__[a.pl:4];main::fib ') == 12"
expect_that "$(number_after 'main::__ANON__[a.pl:4];main::fib;main::fib ') == 22"

run 0 $AGENT -q --calls=0 -o none.out -- perl a.pl
run 0 nytprofcalls none.out
expect_no_out main::fib
