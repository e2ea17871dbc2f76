# Profiles of all kinds, of ours and of NYTProf's, have no fault; and a repair changes no count.

tidy_profiles
run 0 $AGENT -q --calls=2 -o counted.out -- perl a.pl
run 0 $AGENT -q --mode=subs -o subs.out -- perl a.pl
run 0 $AGENT -q --mode=sample --rate=997 -o sampled.out -- perl -e 'my $i; $i++ for 1 .. 2e7'
run 0 $AGENT -q --off-cpu -o waited.out -- perl -e 'select undef, undef, undef, 0.01'
NYTPROF=file=blocks.out:blocks=1:calls=2 perl -d:NYTProf a.pl >/dev/null
nytprofmerge -o merged.out stock.out ours.out >/dev/null 2>&1
run 0 $AGENT merge -o sum.out stock.out ours.out
NYTPROF=file=source.out perl -d:NYTProf a.pl >/dev/null
run 0 $AGENT -q -o text.out -- perl a.pl
for name in stock plain ours source text counted subs sampled waited blocks merged sum; do
	run 0 $AGENT verify $name.out
	expect_out "$name.out: is valid: "
	expect [ "$(wc -l <stdout)" = 1 ]
done
run 0 $AGENT verify ours.out stock.out
expect [ "$(grep -c 'is valid' stdout)" = 2 ]

run 0 $AGENT verify --repair -o same.out stock.out
perl "$TOP/tests/e2e/sums.pl" stock.out >before
perl "$TOP/tests/e2e/sums.pl" same.out >after
expect [ -s before ]
expect diff <(grep -E '^(line|call)' before) <(grep -E '^(line|call)' after)
