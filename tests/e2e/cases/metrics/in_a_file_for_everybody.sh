# They are in a file for everybody, also in another user's directory, as node_exporter's is.

mkdir -m 755 theirs
chown 65534 theirs
record_worker --metrics-file=theirs/m.prom
start_worker
expect [ "$(stat -c %a theirs/m.prom)" = 644 ]
await grep -q '^nytprof_bpf_targets 1$' theirs/m.prom
end_worker
expect [ "$(ls -A theirs | grep -c tmp)" = 0 ]
expect grep -q '^nytprof_bpf_profiles_written_total ' theirs/m.prom
expect grep -qx 'nytprof_bpf_targets 0' theirs/m.prom
