# They tell BPF programs apart whose names begin alike: the kernel cuts their names.

switch=/proc/sys/kernel/bpf_stats_enabled
was=$(<$switch)
restore() {
	echo "$was" >$switch
}
defer restore
echo 1 >$switch
record_worker
start_worker
await value_is targets -eq 1
await value_is 'probe_runs_total{probe="sched_process_exec"}' -ge 1
await value_is 'probe_runs_total{probe="sched_process_exit"}' -ge 1
scrape
expect_out $'\nnytprof_bpf_probe_runs_total{probe="sched_process_exec"}'
expect_out $'\nnytprof_bpf_probe_runs_total{probe="sched_process_exit"}'
expect_out $'\nnytprof_bpf_probe_runs_total{probe="sched_process_fork"}'
expect [ "$(grep -c '^nytprof_bpf_probe_runs_total{probe="sched' stdout)" = 3 ]
end_worker
