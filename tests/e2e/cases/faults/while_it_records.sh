# A system call that fails while it records: the agent ends by itself and says why, or goes on.

expect_unharmed() {
	rm -f calls said nytprof.out*
	start_worker
	$AGENT --pid $P 2>said & A=$!
	recording said
	sleep 0.3
	timeout 2 strace -f --seccomp-bpf -o calls -e trace=bpf -e inject=$1 -p $A
	expect grep -q INJECTED calls
	sleep 0.3
	expect kill -0 $P
	end_worker
	wait $A
	status=$?
	expect [ $status -le 1 ]
	# As many lines say why.
	expect [ "$(grep -c "can't" said)" = $status ]
}
expect_unharmed bpf:error=ENOMEM:when=1+
expect_unharmed bpf:error=EPERM:when=2
expect_unharmed bpf:error=EAGAIN:when=3..20
expect_unharmed bpf:error=EINTR:when=1+3
