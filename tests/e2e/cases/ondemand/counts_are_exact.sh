# ctl trace counts what runs in its window, all of it and no more; the sampling goes on.

start_worker
start_sampling $worker
touch go.0
await [ -e done.0 ]
trace traced.out $worker -d 100
touch go.1
await [ -e done.1 ]
kill -INT $T
wait $T
expect_status 0
touch go.2
await [ -e done.2 ]
expect [ "$(stat -c '%U %a' traced.out)" = 'root 600' ]
expect_in said.traced.out 'probes: set in '
expect_in said.traced.out 'nytprof-bpf: traced.out: '
expect_in said.traced.out 'not recorded: ' # a call that was under way, at most
expect_in said.traced.out 'nytprof-bpf report traced.out'

read_profile traced.out
expect_line /worker.pl:2 1000
expect_out 'sub main::work 1000 '
expect_no_out 'attr agent_sampled'

# Without work enough for a sample there is nothing to write.
round=3
sampled() {
	touch go.$round
	round=$((round + 1))
	$AGENT ctl flush $worker >/dev/null 2>&1
}
await sampled
run 0 $AGENT ctl flush $worker
touch end
wait $worker
wait $R
expect_status 0
read_profile sampled.out
expect_out 'attr agent_sampled 99'
expect_out 'attr agent_traced_meanwhile 1'
expect_in sampling 'not recorded: nothing (0)'
