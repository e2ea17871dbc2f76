# Rates that can not be are said in a line.

for rate in 0 -1 1.5 x 10001; do
	run 2 $AGENT --mode=sample --rate=$rate -- perl -e 1
	expect_one_line "--rate=$rate: not a number of samples a second from 1 to 10000"
done
run 2 $AGENT --rate=99 -- perl -e 1
expect_one_line '--rate belongs to --mode=sample'
run 2 $AGENT --mode=tick -- perl -e 1
expect_one_line '--mode=tick: must be trace, subs, sample or burst'

# Of this machine's limit another test may want to know, too.
limit=/proc/sys/kernel/perf_event_max_sample_rate
before=$(cat $limit)
echo 2000 >$limit
run 1 $AGENT --mode=sample --rate=2001 -- touch ran
echo "$before" >$limit
expect_one_line '--rate=2001: this kernel allows 2000 samples a second (kernel.perf_event_max_sample_rate)'
expect [ ! -e ran ]
