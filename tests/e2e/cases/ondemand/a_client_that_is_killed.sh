# A client that is killed ends its trace and leaves no file, and the process can be traced again.

start_worker
start_sampling $worker
trace first.out $worker -d 100
stop $T
again() {
	timeout 50 $AGENT ctl trace $worker -d 50ms -o second.out >stdout 2>stderr
}
await again
expect_err 'nytprof-bpf: second.out: '
expect [ ! -e first.out ]
expect [ -z "$(compgen -G '.nytprof-bpf.*')" ]
touch end
wait $worker
wait $R
expect_status 0 3 # who only waits may have no sample
