# Filters add up, and a wrong one is said.

put_workers yes.pl no.pl
record_all --uid=0 --match=$PWD/yes
run_until_seen perl "$PWD/yes.pl"
run_briefly setpriv --reuid=54321 --clear-groups perl "$PWD/yes.pl"
run_briefly perl "$PWD/no.pl"
end_all
expect [ "$(programs)" = yes.pl ]

run 2 $AGENT --all --mode=trace --match='('
expect_one_line '--match=(: '
run 2 $AGENT --all --mode=trace --uid=nobody-at-all
expect_one_line "neither a number nor a user's name"
run 2 $AGENT --keep=3 --pid 1
expect_one_line 'need --all'
run 2 $AGENT --all --mode=trace -o x.out
expect_one_line 'use --output-dir'
NYTPROF=addpid=1 run 0 $AGENT --all --mode=trace --output-dir=out -d 0.1 --match=$PWD
expect_err 'addpid= in NYTPROF has no effect with --all'
