# Files of /proc that vanish are those of one process: the others are whole.

cp "$SUITE/worker.pl" a.pl
cat >b.pl <<'PERL'
sub f { 1 }
f() for 1 .. 7;
PERL

# Of each process one file below /proc/PID can't be opened, or can't be read, from the start on: as if it
# ended at that step: expect_others WHAT-IS-INJECTED FILE..., the files that it meets, of which the first is needed last.
expect_others() {
	local file pid paths=()
	rm -rf end out calls pids said
	for file in maps comm stat mem ns/mnt cgroup cmdline status none; do
		perl "$PWD/a.pl" "$PWD/end" >>worked &
		paths+=(-P /proc/$!/$file)
		echo $! >>pids
	done
	sleep 0.3
	strace -f -y -o calls -e trace=%file,read,pread64 -e inject=$1 "${paths[@]}" \
		$AGENT --all --mode=trace --output-dir=out --match=$PWD --interval=1 2>said & A=$!
	recording said
	is_injected() {
		grep INJECTED calls | grep -q "/$1\>"
	}
	await is_injected "$2"
	await any 'out/*.nytprof' # the perls have probes
	perl "$PWD/b.pl"
	touch end
	wait $(<pids)
	pkill -INT -P $A
	wait $A
	expect_status 0
	grep INJECTED calls | grep -o '/proc/[0-9]*/[a-z/]*' | sed 's,.*/,,' | sort -u >injected
	for file in "${@:2}"; do expect grep -qx "$file" injected; done
	for pid in $(<pids); do expect any "out/*.$pid.*"; done
	expect [ "$(for file in out/*; do profile $file; done | grep -c '^sub main::f 7')" = 1 ]
}
expect_others openat,openat2,readlink,readlinkat:error=ENOENT mem maps
# What a worker reads when it has no rights any more, strace can't tell the name of.
expect_others read,pread64:error=ESRCH maps
