# Profiles for other tools: what their own readers say of them, against what the stock reader says of the profile.

# Exact ones of ours, with and without the calls of each stack; of NYTProf's, with and without stacks; of samples; one
# whose names are as bad as they can be.
record_profiles() {
	cp "$SUITE/work.pl" a.pl
	cp "$SUITE/hostile.pl" h.pl
	run 0 $AGENT -q -o ours.out -- perl a.pl || exit
	run 0 $AGENT -q --calls=2 -o counted.out -- perl a.pl || exit
	run 0 $AGENT -q --mode=sample --rate=997 -o sampled.out -- perl a.pl 20 || exit
	run 0 $AGENT -q -o hostile.out -- perl h.pl || exit
	NYTPROF=file=stock.out perl -d:NYTProf a.pl >/dev/null
	NYTPROF=file=pairs.out:calls=0 perl -d:NYTProf a.pl >/dev/null
}

# The first case that wants them records them.
make_profiles() {
	local kept=$TOP/build/tests/e2e/profiles-for-export lock
	PROFILES='ours counted sampled stock pairs hostile'
	mkdir -p "$kept"
	exec {lock}>"$kept/lock"
	flock "$lock"
	if [ "$kept/complete" -ot "${AGENT% *}" ] || [ "$kept/complete" -ot "$SUITE/common.sh" ]; then
		record_profiles
		cp ./*.out ./*.pl "$kept"
		touch "$kept/complete"
	fi
	exec {lock}>&-
	cp "$kept"/*.out "$kept"/*.pl .
	expect [ -s hostile.out ]
}

# Exports each profile with --format=$1 to a file with the suffix $2. check.py reads it, and gets the profile's time in
# ns. What check.py prints goes to a file with the suffix $3.
check_exports() {
	local name
	for name in $PROFILES; do
		truth_of $name.out
		run 0 $AGENT export -q --format=$1 -o $name.$2 $name.out
		run 0 /usr/bin/python3 check.py $name.$2 "$ns"
		cp stdout $name.$3
	done
}

# Time in ns, statements (or samples), calls and exclusive time of subs, of a profile, in $ns $stmts $calls $sub_ns.
truth_of() {
	read -r ns stmts calls sub_ns < <(perl "$SUITE/truth.pl" "$1")
	expect_that "$ns > 0 && $stmts > 0"
}

# Both are sums of times in ns, of some that are rounded to a tick of 100 ns or to a fraction of a second.
expect_same() {
	expect_that "$1 - $2 < 1000 && $2 - $1 < 1000"
}
