# The options of NYTProf are taken from everywhere.

NYTPROF=file=env.out:compress=0:sigexit=1 run 0 $AGENT -q -- perl -e 'my $x = 1'
expect [ -e env.out ]

(
	head -c 100000 env.out | grep -ac '^z'
) >stdout 2>stderr
expect_status 1

(
	NYTPROF=file=env2.out:addpid=1 $AGENT -q --savesrc=0 -- perl -e 'my $x = 1'
	ls env2.out.*
) >stdout 2>stderr
expect_status 0

NYTPROF=stmst=0 run 0 $AGENT -- perl -e 'my $x = 1'
expect_err 'nearest: stmts'

run 0 $AGENT -q --stmts=0 -o subs.out -- perl -e 'sub f { 1 } f() for 1 .. 5'
read_profile subs.out
expect_out 'main::RUNTIME main::f 5 '
expect_no_out $'\nline '

run 0 $AGENT -q --subs=0 -o stmts.out -- perl -e 'use strict; sub f { 1 } f() for 1 .. 5'
read_profile stmts.out
expect_out 'line -e:1 '
expect_out $'attr total_sub_calls 0\n'
expect_no_out 'call '
expect_no_out 'sub main::BEGIN'
