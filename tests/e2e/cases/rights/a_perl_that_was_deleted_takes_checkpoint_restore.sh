# A perl that was deleted takes CAP_CHECKPOINT_RESTORE.

start_worker priv/perl a.pl
rm priv/perl
run 1 root_with $(all_but checkpoint_restore) $AGENT -o w.out -p $W
expect_one_line 'deleted or replaced files need CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN'
