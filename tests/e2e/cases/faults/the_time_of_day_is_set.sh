# The time of day is set while the agent records.

cp "$SUITE/worker.pl" a.pl
expect cc -shared -fPIC -o stepped.so "$TOP/tests/e2e/stepped.c" || exit
start_one() {
	perl "$PWD/a.pl" "$PWD/end" >>worked &
	pids+=($!)
	await any "out/*.$!.*"
}

pids=()
echo 0 >step
CLOCK_STEP=$PWD/step LD_PRELOAD=$PWD/stepped.so record_all --match=$PWD
start_one
echo 864000 >step
start_one
echo -864000 >step
start_one
sleep 2
touch end
wait ${pids[*]}
expect [ "$(grep -c worked worked)" = 3 ]
kill -TERM $A
wait $A
expect_status 0
for pid in ${pids[*]}; do perl "$TOP/tests/e2e/days.pl" out/*.$pid.*; done >stdout
expect_lines '0 named short' '10 named short' '-10 named short'
expect_in said '/out: 3 profiles, '
cp said stderr
expect_nothing_lost
expect_not_in said 'table changed'
