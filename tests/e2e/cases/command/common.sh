# nytprof-bpf -- COMMAND

# Agents that keep something in the file $1 of an empty CONTROL_DIR: the first one, the second one, one that finds
# nonsense there, and the one behind it. ./run NAME runs one, and writes to NAME.looks how often it looked for itself.
expect_kept() {
	cat >runs.sh <<-'SH'
		mkdir -p /run/nytprof-bpf && mount -t tmpfs -o mode=0700 none /run/nytprof-bpf || exit
		./run first
		./run second
		kept=/run/nytprof-bpf/$1
		size=$(stat -c %s $kept)
		head -c 104 $kept >same
		head -c $((size - 104)) /dev/urandom | cat same - >$kept
		./run nonsense
		./run mended
	SH
	chmod +x run
	AGENT=$AGENT expect unshare -m bash runs.sh "$1" || exit
	for i in first second nonsense mended; do
		expect [ "$(profile $i.out | grep -c '^line')" = 1 ]
	done
	expect [ "$(cat first.looks)" -gt 0 ]
	expect [ "$(cat second.looks)" = 0 ]
	expect [ "$(cat nonsense.looks)" -gt 0 ]
	expect [ "$(cat mended.looks)" = 0 ]
}
