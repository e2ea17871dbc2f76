# merge: the sums are those of nytprofmerge, and the stacks are there.

make_profiles
# A file of NYTProf's can end with a record "-" that nothing follows.  nytprofmerge applies it to the first statement of
# the next file, so that file is the last one here.
run 0 nytprofmerge -o theirs.out ours.out counted.out stock.out
run 0 $AGENT merge --calls=2 -o merged.out ours.out counted.out stock.out
expect_lines
read_profile merged.out
perl "$TOP/tests/e2e/sums.pl" theirs.out >theirs
perl "$TOP/tests/e2e/sums.pl" merged.out >own
expect [ -s own ]
expect diff <(grep -E '^(line|call)' theirs) <(grep -E '^(line|call)' own)
read -r their_ns _ _ their_sub_ns < <(perl "$SUITE/truth.pl" theirs.out)
truth_of merged.out
expect_same "$ns" "$their_ns"
expect_that "$sub_ns - $their_sub_ns < 10000 && $their_sub_ns - $sub_ns < 10000"

# The sum has all stacks of its parts.
run 0 $AGENT export -q --format=folded ours.out counted.out stock.out
sort stdout >parts
run 0 $AGENT export -q --format=folded merged.out
expect [ "$(sed 's/ [0-9]*$//' parts)" = "$(sort stdout | sed 's/ [0-9]*$//')" ]

run 0 $AGENT merge -o twice.out merged.out merged.out
truth_of twice.out
expect_same "$ns" $((2 * their_ns))
run 1 $AGENT merge -o no.out ours.out sampled.out
expect_one_line 'sampled.out was recorded in another mode'
expect [ ! -e no.out ]
run 2 $AGENT merge ours.out
expect_one_line 'Give -o FILE'
run 2 $AGENT merge -o no.out
expect_one_line 'which profiles'
