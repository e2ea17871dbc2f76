# A command that is no perl has nothing to record; its status stays its own: a build that runs it goes on.

run 0 $AGENT -- sh -c 'echo hello'
expect_out hello
expect_one_line 'nothing was recorded'
expect [ ! -e nytprof.out ]

run 0 $AGENT -q --strict -- true
expect_one_line 'nothing was recorded'

run 7 $AGENT -- sh -c 'exit 7'
expect_one_line 'nothing was recorded'
