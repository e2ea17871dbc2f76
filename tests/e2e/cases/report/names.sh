# What is not there, and options that do not go together.

cp "$SUITE/stock.nytprof" nytprof.out
run 1 $AGENT report --source=missing.pl
expect_one_line 'no file missing.pl'
run 1 $AGENT report --sub=missing
expect_one_line 'no sub missing'
run 1 $AGENT report --sub=import
expect_one_line 'such subs'
run 2 $AGENT report --sort=size
expect_one_line 'excl, incl, calls'
run 2 $AGENT report --depth=0
expect_one_line '--depth=0'
run 2 $AGENT report --sub=price --source=shop.pl
expect_one_line 'either --sub or --source'
run 2 $AGENT report '--match=('
expect_one_line '--match=('
run 0 $AGENT report --source=shop.pl --all-lines
expect grep -q '21  sub never' stdout
expect_no_out ' lines'
run 0 $AGENT report --source=shop.pl:20-22
expect grep -q ' 21  sub never' stdout
expect [ "$(grep -c '^ *2[0-9]' stdout)" = 3 ]
run 0 $AGENT report --source=shop.pl:21
expect grep -q '^ *11  }' stdout
expect grep -q ' \.\.\. 10 lines' stdout
run 1 $AGENT report --source=shop.pl:22-20
expect_one_line 'no file shop.pl:22-20'
(exec $AGENT report >/dev/full) 2>stderr
expect_status 1
expect_one_line 'stdout: No space left'
