# A deleted perl of somebody else's takes CAP_DAC_READ_SEARCH as well.

# /proc/PID/map_files is the user's whose process it is.
start_worker priv/perl a.pl
rm priv/perl
run 1 root_with $(all_but dac_read_search) $AGENT -o w.out -p $W
expect_one_line 'which process '
