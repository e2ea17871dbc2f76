# The kernel's types are searched once for all agents of a boot. Nonsense in their place is not taken.

cat >runs.sh <<'SH'
mkdir -p /run/nytprof-bpf && mount -t tmpfs -o mode=0700 none /run/nytprof-bpf || exit
run() {
	strace -f --seccomp-bpf -o calls -e trace=openat "$AGENT" -q -o "$1.out" -- perl -e 'my $x = 1; $x++'
	grep -c '"/sys/kernel/btf/vmlinux"' calls >"$1.looks"
}
run first
run second
size=$(stat -c %s /run/nytprof-bpf/types)
head -c 104 /run/nytprof-bpf/types >same
head -c $((size - 104)) /dev/urandom | cat same - >/run/nytprof-bpf/types
run nonsense
run mended
exit 0
SH
AGENT=$AGENT expect unshare -m bash runs.sh || exit
for i in first second nonsense mended; do
	expect [ "$(profile $i.out | grep -c '^line')" = 1 ]
done
expect [ "$(cat first.looks)" -gt 0 ]
expect [ "$(cat second.looks)" = 0 ]
expect [ "$(cat nonsense.looks)" -gt 0 ]
expect [ "$(cat mended.looks)" = 0 ]
