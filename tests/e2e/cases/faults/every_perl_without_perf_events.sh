# --all without perf events ends with one line.

without() {
	run 1 strace -f --seccomp-bpf -o /dev/null -e trace=perf_event_open \
		-e inject=perf_event_open:error=$1:when=1+ $AGENT --all --mode=trace --output-dir=out --match=$PWD -d 1
	expect_one_line "$2"
}
without EMFILE 'Too many open files'
without EACCES 'Permission denied'
without ENOMEM 'Cannot allocate memory'
without ENOSYS 'Function not implemented'
expect [ "$(ls -A out | grep -v lock | wc -l)" = 0 ]

# The sockets of those that are over.
left() {
	local socket pid
	for socket in /run/nytprof-bpf/*.sock; do
		pid=${socket##*/}
		[ ! -e "$socket" ] || [ -e /proc/"${pid%.sock}" ] || echo "$socket"
	done
}
expect [ -z "$(left)" ]
