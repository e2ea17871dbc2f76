# Source that is not for all takes CAP_SETUID or CAP_SETGID: the counts are there, the source is not.

# expect_no_source WITHOUT OWNER MODE
expect_no_source() {
	chown $2 priv/a.pl
	chmod $3 priv/a.pl
	start_worker perl priv/a.pl
	run 0 root_with $(all_but $1) $AGENT -o w.out -d 1 -p $W || exit
	stop $W
	expect_err 'the source of 1 file is not in the profile'
	expect_work
	rm w.out
}
expect_no_source setuid 65534:0 600
expect_no_source setgid 0:65534 640
