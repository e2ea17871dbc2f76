# Of those who were turned away, they tell only the number.

cat >secret_name.pl <<'PERL'
my $i = 0; until (-e 'end') { select undef, undef, undef, 0.002 }
PERL
record_worker
start_worker
perl "$PWD/secret_name.pl" & X=$!
await value_is targets -eq 1
await value_is refused_processes_total -ge 1
scrape
expect_no_out secret
expect_no_out a.pl
expect_out $'\nnytprof_bpf_targets 1\n'
end_worker
wait $X
