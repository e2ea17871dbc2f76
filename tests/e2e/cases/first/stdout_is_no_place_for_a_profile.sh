# stdout is no place for a profile.

run 2 $AGENT -o - -- perl -e 'open F, q(>ran)'
expect_one_line "file=-: a profile can't be written to stdout: name a file"

NYTPROF=file=- run 2 $AGENT -- perl -e 'open F, q(>ran)'
expect_one_line 'NYTPROF: file=-: '
expect [ ! -e ran ]

run 0 $AGENT -q -o ./- -- perl -e 'my $x = 1'
expect [ -e - ]
