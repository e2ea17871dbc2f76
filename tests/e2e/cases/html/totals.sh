# The totals and tables of a page are those that the stock reader has of the profile.

record_work
run 0 $AGENT -q --mode=sample --no-off-cpu --rate=997 -o sampled.out -- perl a.pl 20 || exit
NYTPROF=file=stock.out perl -d:NYTProf a.pl >/dev/null
NYTPROF=file=pairs.out:calls=0 perl -d:NYTProf a.pl >/dev/null
for name in ours sampled stock pairs; do
	page $name
	profile $name.out >$name.text 2>stderr
	browse totals $name.html $name.text
done
expect grep -q '997 samples a second: estimates' sampled.html
expect grep -q 'All times are estimates from samples' sampled.html
run 0 $AGENT -q --mode=sample -o waited.out -- perl -e 'select undef, undef, undef, 0.05'
page waited
expect grep -q 'Times on a processor are estimates from samples. Waiting is exact.' waited.html
expect_in pairs.html 'The profile has no stacks'
