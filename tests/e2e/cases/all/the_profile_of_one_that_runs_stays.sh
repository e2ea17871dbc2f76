# The profile of a process that runs stays: what is removed of one that does nothing would not be written again.

put_workers yes.pl
echo 'sub f { 1 } f() for 1 .. 5; sleep 100' >idle.pl
record_all --match=$PWD/[yi] --keep=2
run_until_seen perl "$PWD/yes.pl"
perl "$PWD/idle.pl" & I=$!
seen $I
for i in 1 2 3 4; do
	ROUNDS=5 perl "$PWD/yes.pl" & W=$!
	wait $W
	seen $W
done
two_are_left() {
	[ "$(profiles)" = 2 ]
}
await two_are_left
stop $A
read_profiles_of $I
expect_out 'sub main::f 5 '
kill $I
