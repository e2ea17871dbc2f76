# start= is as in NYTProf.

cp "$SUITE/phases.pl" a.pl
expect_same start=begin
expect_same start=init

# NYTProf counts one statement of line 1 that nobody runs there.
expect_same start=end '/a.pl:1 '
