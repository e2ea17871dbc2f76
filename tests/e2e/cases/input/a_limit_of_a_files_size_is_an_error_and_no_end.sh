# A limit of a file's size is an error, and no end.

{
	echo "my \$x = 1; open my \$f, '>', 'ran'; print \$f \$SIG{XFSZ} // 'DEFAULT', qq(\n);"
	printf '#%030000d\n' 0
} >a.pl
(
	ulimit -f 8
	$AGENT --compress=0 -- perl a.pl
) >stdout 2>stderr
expect_status 1
expect_err 'nytprof.out: File too large (ulimit -f: it is 8192 bytes)'
expect_err $'calls of 1 profile that could not be written\n'
expect_err $'the command itself ran and ended with status 0\n'

(
	cat ran
	trap "" XFSZ
	$AGENT -q -- perl a.pl
	cat ran
) >stdout 2>stderr
expect_status 0
expect_lines DEFAULT IGNORE
