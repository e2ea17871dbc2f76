# A target that ends meanwhile is no accident.

# perls that live for some milliseconds; the attach takes longer than that.
for seconds in 0 0.05 0.1 0.15 0.2 0.25 0.3 0.35; do
	perl -e "select undef, undef, undef, $seconds" &
	$AGENT --pid $! >stdout 2>stderr
	expect_status 0 1 3
	expect_err 'nytprof-bpf: '
done
