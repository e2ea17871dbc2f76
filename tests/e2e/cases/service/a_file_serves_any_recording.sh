# A configuration file serves any recording.

cat >a.pl <<'PERL'
sub f { 1 } f() for 1 .. 3;
PERL

cat >conf <<'END'
# calls only
file = here.out

stmts = no
END

run 0 $AGENT --config=conf -- perl a.pl || exit
read_profile here.out
expect_out 'sub main::f 3 '
expect_line a.pl:1 0

NYTPROF=file=env.out:stmts=0 run 0 $AGENT --stmts=1 --config=conf -o there.out -- perl a.pl || exit
expect [ -e there.out ]
expect [ ! -e env.out ]
