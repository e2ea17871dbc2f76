# Other tools that read our profiles, and doctor.

# fib takes some microseconds: no noise of the clock makes nothing of it.
make_profiles() {
	cp "$SUITE/fib.pl" a.pl
	run 0 $AGENT -q -o one.out -- perl a.pl || exit
	run 0 $AGENT -q -o two.out -- perl a.pl || exit
}

# Nothing but progress on stderr.
expect_quiet() {
	local bad
	for bad in arn rror ninitialized ncomplete nable trange panic ' at /usr'; do expect_no_err "$bad"; done
}
