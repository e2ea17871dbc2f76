# They tell what is recorded.

record_worker
start_worker
await value_is targets -eq 1
await value_is calls_total -gt 100
await value_is profiles_written_total -gt 1
scrape
expect_out $'\nnytprof_bpf_build_info{version="'
expect_out $'\nnytprof_bpf_targets 1\n'
expect_out $'\nnytprof_bpf_interpreters 1\n'
expect_out $'\nnytprof_bpf_processes_total 1\n'
expect_out $'\nnytprof_bpf_recording 1\n'
expect_out $'\nnytprof_bpf_builtin_ends_probed '
expect_out $'\nnytprof_bpf_losses_total{reason="stmts"} 0\n'
expect_out $'\nnytprof_bpf_write_failures_total{reason="no_space"} 0\n'
expect_out $'\nnytprof_bpf_store_files 1\n'
expect_out $'\nnytprof_bpf_map_capacity_entries{map="stmts"} 131072\n'
expect_that "$(number_after $'\nnytprof_bpf_perls ') >= 1"
expect_that "$(number_after $'\nnytprof_bpf_cpu_seconds_total ') > 0.1"

# Of the one that lives: most of its time it sleeps, which is its own.
expect_that "$(number_after $'\nnytprof_bpf_program_seconds_total ') > 0.2"
expect_that "$(number_after $'\nnytprof_bpf_overhead_seconds_total ') > 100e-6"
expect_that "$(number_after $'\nnytprof_bpf_waited_seconds_total ') >= 0"
expect_that "$(number_after $'\nnytprof_bpf_resident_memory_bytes ') > 1e6"
expect_that "$(number_after $'\nnytprof_bpf_maps_memory_bytes ') > 1e6"
expect_that "$(number_after $'\nnytprof_bpf_written_bytes_total ') > 300"
expect_that "$(number_after $'\nnytprof_bpf_store_bytes ') > 300"
expect_that "$(number_after $'\nnytprof_bpf_last_flush_timestamp_seconds ') > 1.7e9"

# What was told is never more than what is in the profile in the end.
statements=$(value statements_total)
sleep 0.1
end_worker
written=$(sed -n 's/.* profile, \([0-9]*\) .*/\1/p' said)
expect_that "$statements > 100"
expect_that "${written:-0} >= $statements"
