# A perl that not everybody may read takes CAP_DAC_READ_SEARCH.

chmod 711 priv/perl
chown -R 65534:65534 priv
start_worker priv/perl a.pl
run 1 root_with $(all_but dac_read_search) $AGENT -o w.out -p $W
expect_one_line 'files that are not readable by everybody need CAP_DAC_READ_SEARCH'
