# Two agents do not write to one directory.

record_all --match=$PWD
run 1 $AGENT --all --mode=trace --match=$PWD --output-dir=out
expect_err "another nytprof-bpf (process $A) writes to out"
end_all
