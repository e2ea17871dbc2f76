# Five runs and five runs of the same: no change of theirs is called one.

cp "$SUITE/work.pl" a.pl
for i in 1 2 3 4 5; do
	record a.pl old$i.out
	record a.pl new$i.out
done
run 0 $AGENT diff --fail-if='sub>10%' --json old?.out -- new?.out
rows
row 'subs Work::heavy - - 1000 1000 1'
row 'subs Work::light - - 1000 1000 1'
row 'lines a.pl 8 8 10000 10000 1'
run 0 $AGENT diff --fail-if='line>10%' old?.out -- new?.out
expect_out '5 old and 5 new profiles; times are of one run'
# What has hardly changed has no row. Whatever has one is marked.
expect grep -q '^~ .* all statements$' stdout
expect [ -z "$(grep -E ' (all statements|Work::[a-z]+)$|a\.pl:' stdout | grep -v '^~')" ]
