# A perl is looked at once for all agents of a boot. Nonsense in the place of what is kept is not taken.

cat >runs.sh <<'SH'
mkdir -p /run/nytprof-bpf && mount -t tmpfs -o mode=0700 none /run/nytprof-bpf || exit
run() {
	strace -f --seccomp-bpf -o calls -e trace=prctl,execve "$AGENT" -q -o "$1.out" -- perl -e 'my $x = 1; $x++'
	awk '/execve/ && execs++ { exit } /"nytprof-elf"/ { cnt++ } END { print cnt + 0 }' calls >"$1.looks" # before it runs
}
run first
run second
size=$(stat -c %s /run/nytprof-bpf/perls)
head -c 104 /run/nytprof-bpf/perls >same
head -c $((size - 104)) /dev/urandom | cat same - >/run/nytprof-bpf/perls
run nonsense
exit 0
SH
AGENT=$AGENT expect unshare -m bash runs.sh || exit
for i in first second nonsense; do
	expect [ "$(profile $i.out | grep -c '^line')" = 1 ]
done
expect [ "$(cat first.looks)" -gt 0 ]
expect [ "$(cat second.looks)" = 0 ]
expect [ "$(cat nonsense.looks)" = "$(cat first.looks)" ]
