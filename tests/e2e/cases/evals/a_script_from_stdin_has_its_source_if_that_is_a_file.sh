# A script from stdin has its source if stdin is a file.

cp "$SUITE/script.pl" a.pl
(
	$AGENT --strict -- perl < a.pl
) >stdout 2>stderr
expect_status 0 || exit
expect_no_err 'from stdin'

read_profile nytprof.out
expect_line ' -:3' 1
expect_out $'src -:1 use strict;\n'
expect_out $'src -:3 $x++;\n'
expect_out $'attr application -\n'

# From where the file was read to by then.
(
	(read line; $AGENT --strict -o b.out -- perl - argument) < a.pl
) >stdout 2>stderr
expect_status 0 || exit

read_profile b.out
expect_out $'src -:1 my $x = 1;\n'
expect_line ' -:2' 1
