# With the set of the manifests a process of somebody else's is recorded.

chmod 600 priv/a.pl
chmod 711 priv/perl
chown -R 65534:65534 priv
start_worker priv/perl priv/a.pl
rm priv/perl
run 0 root_with $ALL $AGENT -o w.out -d 1 -p $W || exit
expect_err 'not recorded: nothing (0)'
expect_no_err 'the source of'
expect_work
