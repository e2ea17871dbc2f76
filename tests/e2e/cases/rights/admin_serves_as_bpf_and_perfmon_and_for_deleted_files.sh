# CAP_SYS_ADMIN serves as CAP_BPF and CAP_PERFMON, and for deleted files.

start_worker priv/perl a.pl
rm priv/perl
run 0 root_with -all,+sys_admin,+sys_ptrace,+dac_read_search $AGENT -o w.out -d 1 -p $W || exit
expect_work
