# A profile that is cut anywhere is a profile of what was before the cut, for the stock tools too.

tidy_profiles
for name in stock plain ours; do
	size=$(stat -c %s $name.out)
	made=
	for i in {1..14}; do
		cut $name.out $((size * i / 15 + 7)) cut.out
		run 1 $AGENT verify cut.out
		expect grep -qE '^cut.out: (inflated )?byte [0-9]+(, in [A-Z_]+ from [0-9]+ on|, at the end): .*(ends in the middle|cut off|end is missing)' stdout
		run 0 $AGENT verify --repair -o $name.$i.out cut.out
		expect_out "$name.$i.out"
		run 0 $AGENT verify $name.$i.out
		made="$made $name.$i.out"
	done
	run 0 perl "$SUITE/prefix.pl" $name.out $made
	expect [ "$(wc -l <stdout)" = 14 ]
	expect [ "$(sort -k2n stdout | tail -1 | awk '{ print ($2 > 1000) }')" = 1 ]
done

# Statements without calls, and calls without their lines.
for i in stock.1 stock.7 ours.1; do
	run 0 nytprofhtml -f $i.out -o html.$i
	expect [ -s html.$i/index.html ]
	for bad in arn rror ninitialized ncomplete panic; do expect_no_err "$bad"; done
done
