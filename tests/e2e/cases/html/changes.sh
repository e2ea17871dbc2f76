# The page of diff has the numbers of diff --json, and what a reader does in it works.

cp "$TOP/tests/e2e/cases/diff/work.pl" a.pl
perl -pe 'print "# one\n# two\n\n" if $. == 1; s/\bheavy\(10\)/heavy(30)/; s/^print/sub added { 1 } added() for 1 .. 50;\nprint/' a.pl >b.pl
for i in 1 2; do
	run 0 $AGENT -q --clock=cpu -o old$i.out -- perl a.pl || exit
	run 0 $AGENT -q --clock=cpu -o new$i.out -- perl b.pl || exit
done
run 0 $AGENT -q --mode=sample --rate=997 -o sampled1.out -- perl a.pl || exit
run 0 $AGENT -q --mode=sample --rate=997 -o sampled2.out -- perl b.pl || exit

# A page and the JSON: changes NAME OLD... -- NEW...
changes() {
	run 0 $AGENT diff --json --html -o "$1.html" "${@:2}"
	cp stdout "$1.json"
}
changes several old1.out old2.out -- new1.out new2.out
changes sampled sampled1.out sampled2.out
changes single old1.out new1.out
changes same old1.out old1.out
for name in several sampled single same; do
	browse changes $name.html $name.json
done
expect_in sampled.html '997 samples a second: estimates'
expect_in single.html 'What is noise is not known'
expect_in several.html 'old1.out, old2.out'

# Without script.
browse noscript several.html
expect_out 'Without script this page has the totals'
expect_out 'Work::'
expect_out '$s += $text =~ tr/a-m//;'
expect_no_out 'Flame graph of'
