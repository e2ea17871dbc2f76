# A full disk is survived, and said.

put_workers yes.pl
mkdir out
mount -t tmpfs -o size=64k,mode=700 none out
record_all --match=$PWD/yes.pl
run_until_seen perl "$PWD/yes.pl"
sleep 1
head -c 1M </dev/zero >out/full
run_briefly perl "$PWD/yes.pl"
run_briefly perl "$PWD/yes.pl"
sleep 1.5
rm out/full
run_briefly perl "$PWD/yes.pl"
kill -INT $A
wait $A
expect_status 1
expect [ "$(profiles)" = 2 ]
expect_in said "No space left on device; further failures in the next minute are counted, not shown"
expect_in said 'of 2 profiles that could not be written'
