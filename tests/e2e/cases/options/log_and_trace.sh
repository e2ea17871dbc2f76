# log and trace: what they say is in a file of its own.

cat >a.pl <<'PERL'
my $x = 1;
PERL

NYTPROF=trace=1:log=trace.log:sigexit=int run 0 $AGENT -- perl a.pl || exit
expect grep -q 'pp_nextstate.* at ' trace.log
expect [ "$(grep -c 'sigexit changes' trace.log)" = 1 ]
expect [ "$(stat -c %a trace.log)" = 600 ]
expect_no_err pp_nextstate
expect_err '1 statements'

ln -s elsewhere link
run 0 $AGENT -v --log=link -- perl a.pl || exit
expect [ ! -e elsewhere ]
expect_err "can't write log=link"
expect_err pp_nextstate
