# A flush that hangs holds up nobody.

# The disk of one who writes hangs: what has ended meanwhile is written, of that one process behind it.
export COUNT=$PWD/count
put_workers a.pl
record_all --match=$PWD/a.pl
run_until_seen perl "$PWD/a.pl"
perl "$PWD/a.pl" & W=$!
seen $W
F=$(perl "$SUITE/stop.pl" $A)
touch end
wait $W
rm end
ROUNDS=50 perl "$PWD/a.pl" & X=$!
wait $X
seen $X
read_profiles_of $X
expect_out 'sub main::work 50 '
run 1 $AGENT ctl flush $A
expect_err 'the previous flush (process '
expect grep -q '^State:.T (stopped)' /proc/$F/status
kill -CONT $F
is_whole() {
	profiles_of $W | grep -q "^sub main::work $(<count.$W) "
}
await is_whole
end_all
expect [ "$(profiles)" = 3 ]
