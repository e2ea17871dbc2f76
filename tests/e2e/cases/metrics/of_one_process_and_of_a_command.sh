# They are there for a command, too, where there is but one process.

cp "$SUITE/worker.pl" a.pl
$AGENT --listen=0 --metrics-file=m.prom -o c.out -- perl "$PWD/a.pl" 2>said & A=$!
await grep -q 'metrics are at ' said
URL=$(sed -n 's/.*metrics are at //p' said)
await value_is calls_total -gt 10
await value_is perls -ge 1
# Profiles are for those who are asked for.
run 0 curl -sS -o body -w '%{http_code}\n' "${URL%metrics}debug/pprof/profile?seconds=1"
expect_lines 403
touch end
wait $A
expect_status 0

cp m.prom stdout
expect_that "$(number_after $'\nnytprof_bpf_calls_total ') > 10"
expect_out $'\nnytprof_bpf_profiles_written_total 1\n'
expect_that "$(number_after $'\nnytprof_bpf_events_total ') > 10"
