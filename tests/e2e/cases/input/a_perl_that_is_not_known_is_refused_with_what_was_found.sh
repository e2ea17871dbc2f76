# A perl that is not known is refused with what was found.
# The version is a byte of the file's.

cp /usr/bin/perl odd
(
	off=$(nm -D odd | awk '$3 == "PL_version" { print $1 }')
	printf '\143' | dd of=odd bs=1 seek=$((0x$off)) conv=notrunc 2>/dev/null
	$AGENT -- ./odd -e 'print 1'
) >stdout 2>stderr
expect_status 1 || exit
expect_one_line 5.99.
expect_err 'is newer than any known perl'
expect_lines
