# Too few open files are said.

for limit in 20 50 80 110 200; do
	(
		ulimit -n $limit
		$AGENT -- perl -e 'open F, q(>ran)'
	) >stdout 2>stderr
	expect_status 1
	expect_one_line "(ulimit -n: it is $limit)"
	expect_err 'open files: raise the limit'
done
expect [ ! -e ran ]

(
	ulimit -n 80
	$AGENT doctor
) >stdout 2>stderr
expect_status 1
expect_out 'FAIL limits '

# A soft limit is raised, and the command has it as it was.
(
	ulimit -Sn 80
	$AGENT -q -- perl -e 'print `ulimit -Sn;`'
) >stdout 2>stderr
expect_status 0
expect_lines 80
