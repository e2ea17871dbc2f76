# Samples and exact times are not compared; what is wrong with the words or files is said.

cp "$SUITE/work.pl" a.pl
record a.pl exact.out
spin='my $i; $i++ for 1 .. 2e7'
run 0 $AGENT -q --mode=sample --rate=997 -o sampled.out -- perl -e "$spin"
run 0 $AGENT -q --mode=sample --rate=499 -o slower.out -- perl -e "$spin"
run 1 $AGENT diff exact.out sampled.out
expect_one_line 'the new profiles are samples, and the others are exact'
run 1 $AGENT diff sampled.out exact.out
expect_one_line 'the old profiles are samples'
run 1 $AGENT diff exact.out -- exact.out sampled.out
expect_one_line 'sampled.out was recorded in another mode'
run 0 $AGENT diff sampled.out slower.out
expect_out 'estimated from samples'

# Without statements on one side, there are calls to compare.
run 0 $AGENT -q --mode=subs -o calls.out -- perl a.pl
run 0 $AGENT diff exact.out calls.out
expect_out 'all subs'
expect_no_out 'Lines by'
expect_no_out ' gone '

run 0 $AGENT diff exact.out exact.out
expect_out 'no change of a thousandth of the time'
for words in '' exact.out 'exact.out exact.out exact.out' 'exact.out --' '-o x.svg exact.out exact.out' \
	'--svg exact.out exact.out' '--fail-if=sub exact.out exact.out' '--fail-if=sub>x% exact.out exact.out'; do
	# shellcheck disable=SC2086 # several words
	run 2 $AGENT diff $words
	expect_one_line ''
done
run 1 $AGENT diff exact.out missing.out
expect_one_line "can't read missing.out"
head -c 300 exact.out >cut.out
run 1 $AGENT diff exact.out cut.out
expect_one_line 'cut.out is damaged'
