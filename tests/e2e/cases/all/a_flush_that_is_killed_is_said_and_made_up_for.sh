# A flush that is killed is said, and made up for.

export COUNT=$PWD/count
put_workers a.pl
record_all --match=$PWD/a.pl
run_until_seen perl "$PWD/a.pl"
perl "$PWD/a.pl" & W=$!
seen $W
F=$(perl "$SUITE/stop.pl" $A)
kill -KILL $F
await grep -q "^nytprof-bpf: the flush (process $F) was killed by signal 9 (Killed): " said
rm out/*.nytprof
seen $W
touch end
wait $W
is_whole() {
	profiles_of $W | grep -q "^sub main::work $(<count.$W) "
}
await is_whole
end_all
expect [ "$(profiles)" -ge 1 ]
