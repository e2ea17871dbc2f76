# The metrics have samples, those without their innermost call and those that were dropped, and what the agent took.

put_workers a.pl
sample_all --match=$PWD/a.pl --interval=2 --metrics-file=$PWD/metrics
value() {
	awk -v "name=nytprof_bpf_$1" '$1 == name { print $2; found = 1 } END { if (!found) print -1 }' metrics
}
value_is() {
	[ -e metrics ] && awk "BEGIN { exit !($(value "$1") $2) }"
}
perl "$PWD/a.pl" & W=$!
await value_is samples_total '> 500'

# A counter never goes down when an interval ends.
before=$(value samples_total)
await value_is samples_total "> $before + 500"
touch end
wait $W
end_all
expect_that "$(value samples_total) > 0.95 * $(all_samples_of $W)"
expect_that "$(value samples_total) <= $(all_samples_of $W)"
expect_that "$(value torn_samples_total) >= 0"
expect_that "$(value cpu_seconds_total) > 0"
expect_that "$(value 'losses_total{reason="samples"}') == 0"
expect_that "$(value statements_total) == -1"
