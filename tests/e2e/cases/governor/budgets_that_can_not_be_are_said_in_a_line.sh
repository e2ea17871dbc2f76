# Budgets that can not be are said in a line.

for budget in 0 -1 x 10001 5k 0.05 nan; do
	run 2 $AGENT --overhead=$budget -- touch ran
	expect_one_line "--overhead=$budget: not a percentage from 0.1 to 10000"
done
run 2 $AGENT --overhead=5 --mode=sample -- touch ran
expect_one_line '--overhead limits a trace; the cost of --mode=sample is set by --rate'
run 2 $AGENT --overhead=5 --empty-probes -- touch ran
expect_one_line '--overhead: --empty-probes measures no cost'
expect [ ! -e ran ]
run 0 $AGENT --overhead=20% -- perl -e 1
