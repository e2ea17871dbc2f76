# A perl whose symbol table has no end.

make_liar
LIAR_CALLS=100000 ./liar a.pl & pid=$!
sleep 0.2
run 0 timeout 40 $AGENT --pid $pid -d 3 || exit
expect kill -0 $pid
stop $pid

read_profile nytprof.out
expect_that "$(number_after 'sub main::one ') >= 10"
expect_out 'attr agent_uncalled_subs '
