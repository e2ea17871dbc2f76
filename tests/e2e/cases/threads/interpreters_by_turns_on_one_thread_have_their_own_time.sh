# Interpreters by turns on one thread have their own time.

link_hosts
for way in turns left threads; do
	run 0 $AGENT -q --strict -- ./hosts $way a.pl b.pl || exit
	expect_hosts 10
	expect_seconds /a.pl:3 0.2 0.45
	# At once on two threads they have more time than went by.
	[ $way = threads ] || expect_no_err 'sum of the statement timings'
	rm nytprof.out
done
