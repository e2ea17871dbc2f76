# One line before anything runs.

refused 2 '--sql' --sql=junk
refused 2 '--sql needs every call, and --mode=sample sees few' --sql --mode=sample
refused 2 '--sql: subs=0 leaves out the calls' --sql --subs=0

# A program without a database is recorded as ever, and its profile has no rows.
cat >a.pl <<'PERL'
print "hello\n";
PERL
run 0 $AGENT --sql -o a.out -- perl a.pl
expect_out hello
expect_err 'not recorded: nothing (0)'
expect [ -z "$(rows_of a.out)" ]
run 0 $AGENT report a.out
expect_no_out SQL
