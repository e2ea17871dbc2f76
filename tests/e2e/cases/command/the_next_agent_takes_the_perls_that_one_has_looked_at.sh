# A perl is looked at once for all agents of a boot. Nonsense in the place of what is kept is not taken.

cat >run <<'SH'
#!/bin/sh
strace -f --seccomp-bpf -o calls -e trace=prctl,execve "$AGENT" -q -o "$1.out" -- perl -e 'my $x = 1; $x++'
awk '/execve/ && execs++ { exit } /"nytprof-elf"/ { cnt++ } END { print cnt + 0 }' calls >"$1.looks" # before it runs
SH
expect_kept perls
