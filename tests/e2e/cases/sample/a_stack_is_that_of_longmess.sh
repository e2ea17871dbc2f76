# A stack is that of Carp::longmess, whatever perl has called the sub by.

make_stacks .
run 0 $AGENT --mode=sample --rate=999 -- perl -I. stacks.pl || exit
expect_hardly_lost --mode=sample
expect_stacks stacks.txt nytprof.out
