# Budgets that can't be, what windows can't tell, and a program that is over before the first one.

refused 2 '--overhead=0: not a percentage from 0.1 to 10000' --mode=burst --overhead=0
refused 2 '--overhead=often: not a percentage from 0.1 to 10000' --mode=burst --overhead=often
refused 2 '--overhead=-5: not a percentage from 0.1 to 10000' --mode=burst --overhead=-5
refused 2 '--overhead=0.05: not a percentage from 0.1 to 10000' --mode=burst --overhead=0.05
refused 2 '--overhead=200: --mode=burst takes at most 100 %; use --mode=trace' --mode=burst --overhead=200
refused 2 '--mode=burst records in short windows only: leave out --sql' --mode=burst --sql
refused 2 '--mode=burst records in short windows only: leave out --slow' --mode=burst --slow='main::a>1s'
refused 2 '--mode=burst records in short windows only: leave out --off-cpu' --mode=burst --off-cpu
refused 2 '--mode=burst records in short windows only: leave out --clock=cpu' --mode=burst --clock=cpu
run 0 $AGENT --mode=burst -- perl -e 1
expect_err 'no window was opened: the first one needs about 0.4 s of processor time with --overhead=5'
