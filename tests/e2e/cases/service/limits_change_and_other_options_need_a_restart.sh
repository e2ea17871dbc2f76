# Limits change, and other options need a restart.

put_workers warm.pl
echo 'sub f { 1 } f() for 1 .. 3;' >a.pl
printf 'interval = 1\nmatch = %s/(a|warm)\\.pl\nkeep = 9\nslowops = 1\n' $PWD >conf
start_service --stmts=1
warm_up
for i in 1 2 3 4; do
	perl "$PWD/a.pl" & W=$!
	wait $W
	seen $W
done
expect [ "$(ls out | grep -c nytprof)" = 5 ]
printf 'interval = 1\nmatch = %s/a\\.pl\nkeep = 2\nstmts = 0\nblocks = 1\n' $PWD >conf
reload
two_are_left() {
	[ "$(ls out | grep -c nytprof)" -le 2 ]
}
await two_are_left
expect [ "$(ls out | grep -c nytprof)" = 2 ]
end_service
expect_in said $'warning: blocks keeps its old value: a reload can\'t change it, a restart can\n'
expect_in said 'warning: slowops keeps its old value'

# The command line has it.
expect_not_in said 'stmts needs'
expect_not_in said 'keep needs'
