# A perl whose symbol table has no end.

make_liar
LIAR_CALLS=1000000 ./liar a.pl & pid=$!
await [ -e spoilt ]
$AGENT --pid $pid >stdout 2>stderr & A=$!
recording
await records $pid 10
kill -INT $A
wait $A
expect_status 0 || exit
expect kill -0 $pid
stop $pid

read_profile nytprof.out
expect_that "$(number_after 'sub main::one ') >= 10"
expect_out 'attr agent_uncalled_subs '
