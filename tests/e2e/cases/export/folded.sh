# Folded stacks: NYTProf's flamegraph.pl draws them, and they add up to the statements.

make_profiles
graph=$(perl -MDevel::NYTProf -e 'print $INC{"Devel/NYTProf.pm"} =~ s/\.pm$//r')/flamegraph.pl
[ -e "$graph" ] || graph=/usr/share/perl5/Devel/NYTProf/flamegraph.pl
for name in $PROFILES; do
	truth_of $name.out
	run 0 $AGENT export -q --format=folded $name.out
	expect_same "$(awk '{ sum += $NF } END { printf "%.0f", sum }' stdout)" "$ns"
	# Frames without control characters and ";", and a number; UTF-8.
	expect [ -z "$(LC_ALL=C grep -anvP '^[^;\x00-\x1f\x7f]+(;[^;\x00-\x1f\x7f]+)* [1-9][0-9]*$' stdout)" ]
	expect iconv -f UTF-8 -t UTF-8 -o /dev/null stdout
	expect [ -z "$(sed 's/ [0-9]*$//' stdout | LC_ALL=C sort | uniq -d)" ]
	cp stdout $name.folded
	run 0 perl "$graph" $name.folded
	expect_out '</svg>'
	expect_no_err gnored
done
expect grep -q '^main::RUNTIME;main::outer;main::inner;main::work [0-9]*$' stock.folded
expect grep -q '^main::RUNTIME;main::outer;main::inner;main::work [0-9]*$' ours.folded
expect grep -q '^main::RUNTIME;(callers not recorded);main::inner;main::work [0-9]*$' pairs.folded
expect grep -q 'main::a?b c' hostile.folded

# As nytprofcalls has it, but for the ticks of our fractions.
nytprofcalls stock.out | sort | awk '$NF > 0' >theirs
awk '{ $NF /= 100 } NF && sub(/^main::RUNTIME;/, "")' stock.folded | sort >own
expect diff theirs own

run 0 $AGENT export --format=folded pairs.out
expect_one_line 'each stack has a sub and its caller only'

# Several are added up.
first=$(awk '{ sum += $NF } END { printf "%.0f", sum }' ours.folded)
second=$(awk '{ sum += $NF } END { printf "%.0f", sum }' stock.folded)
run 0 $AGENT export -q --format=folded ours.out stock.out
expect_same "$(awk '{ sum += $NF } END { printf "%.0f", sum }' stdout)" $((first + second))
run 1 $AGENT export --format=folded ours.out sampled.out
expect_one_line 'sampled.out was recorded in another mode'
