# What fails: system calls (strace injects the error), the agent itself, its directory; and a pid that comes again.

# Works until there is a file "end", and then has printed "worked" to the file "worked"; $P is its pid.
start_worker() {
	cp "$SUITE/worker.pl" a.pl
	perl "$PWD/a.pl" "$PWD/end" >worked & P=$!
}

end_worker() {
	touch end
	wait $P
	expect grep -q worked worked
	rm end
}

# strace that injects an error: inject CALLS ERROR:WHEN COMMAND...; its list is the file "calls".
inject() {
	strace -f --seccomp-bpf -o calls -e trace=$1 -e inject=$1:error=$2 "${@:3}"
}
