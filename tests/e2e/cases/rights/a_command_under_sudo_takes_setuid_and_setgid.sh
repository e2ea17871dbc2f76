# A command under sudo takes CAP_SETUID and CAP_SETGID.

export SUDO_UID=65534 SUDO_GID=65534
for one in setuid setgid; do
	run 126 root_with $(all_but $one),+sys_admin $AGENT -o c.out -- touch ran
	expect_one_line 'needs CAP_SETUID and CAP_SETGID'
	expect [ ! -e ran ]
done
