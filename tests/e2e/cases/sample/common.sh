# --mode=sample

# The number before the exclusive time of a sub in a report on stdout: its samples.
samples_of() {
	awk -v "name=$1" '$6 == name || $8 == name { print $1; exit }' stdout
}

# What stacks.pl needs, in a directory.
make_stacks() {
	cp "$SUITE/stacks.pl" "$1"
	echo 'package Required; sub run { L::required() } run(); 1' >"$1/Required.pm"
	echo 'L::dofile(); 1' >"$1/dofile.pl"
	# Ticks find the BEGIN block of `use Used` while this file is compiled, and when it calls import.
	{
		echo 'package Used; sub import { L::used() }'
		printf 'sub of_%d { return $_[0] + $_[1] }\n' {1..20000}
		echo 1
	} >"$1/Used.pm"
}

# The stacks that stacks.pl wrote are those of a profile.
expect_stacks() {
	nytprofcalls "$2" >folded 2>stderr
	profile "$2" >edges
	run 0 perl "$SUITE/compare.pl" "$1" folded edges
	expect_lines '37 stacks agree'
}
