# Wrong command lines, and the options that only print.

run 2 $AGENT
expect_one_line --help

run 2 $AGENT --frobnicate -- perl -e 1
expect_one_line --frobnicate

run 2 $AGENT perl -e 1
expect_one_line '"perl"'

run 0 $AGENT --help
expect_out --pid

run 0 $AGENT --version
expect_out 'nytprof-bpf 0.'
