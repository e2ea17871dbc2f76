# A script from a pipe has no source, and that is said.

cp "$SUITE/script.pl" a.pl
(
	cat a.pl | $AGENT --strict -- perl
) >stdout 2>stderr
expect_status 0 || exit
expect_err 'the source of 1 scripts from stdin is not in the profile'

read_profile nytprof.out
expect_line ' -:3' 1
expect_no_out 'src -'

# A program that reads its stdin is none.
(
	echo input | $AGENT --strict -o b.out -- perl -e '<STDIN>'
) >stdout 2>stderr
expect_status 0 || exit
expect_no_err 'from stdin'
