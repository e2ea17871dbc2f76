# The thread that answers requests has no rights.

record_pid --listen=127.0.0.1:0
expect_rights cap_dac_override cap_fowner cap_kill

# Each thread's on a line: two heed Coro.
for thread in /proc/$A/task/*; do
	awk '/^(Cap|NoNewPrivs)/ { printf "%s ", $2 } END { print "" }' $thread/status
done >threads
expect [ "$(grep -c '^0* 0* 0* 0* 0* 1 $' threads)" = 1 ]
expect [ "$(wc -l <threads)" = 4 ]

run 0 curl -s "$(sed -n 's/.*metrics are at //p' said)"
expect_out $'\nnytprof_bpf_recording 1\n'
end_pid
