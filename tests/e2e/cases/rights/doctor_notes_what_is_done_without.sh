# doctor notes what is done without.

run 0 root_with -all,+bpf,+perfmon,+sys_ptrace $AGENT doctor
for one in CHECKPOINT_RESTORE DAC_READ_SEARCH SETUID SETGID SYS_ADMIN; do
	expect_out "note rights     no CAP_$one: "
done
