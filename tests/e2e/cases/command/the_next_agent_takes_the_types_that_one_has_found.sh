# The kernel's types are searched once for all agents of a boot. Nonsense in their place is not taken.

cat >run <<'SH'
#!/bin/sh
strace -f --seccomp-bpf -o calls -e trace=openat "$AGENT" -q -o "$1.out" -- perl -e 'my $x = 1; $x++'
grep -c '"/sys/kernel/btf/vmlinux"' calls >"$1.looks"
exit 0
SH
expect_kept types
