# What is wrong with --merge is said.

run 2 $AGENT --all --merge=slice
expect_one_line '--merge=slice: must be unit or container'

run 2 $AGENT --merge=unit --pid 1
expect_one_line 'need --all'
