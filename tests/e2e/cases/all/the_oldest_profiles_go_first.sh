# The oldest profiles go first.

put_workers yes.pl
mkdir -m 700 out
echo mine >out/notes
ln -s /etc/passwd out/a.nytprof
echo >out/ahead.nytprof
touch -d '2 days' out/ahead.nytprof
record_all --match=$PWD/yes.pl --keep=3
run_until_seen perl "$PWD/yes.pl"
for i in 1 2 3 4; do
	ROUNDS=50 perl "$PWD/yes.pl" & W=$!
	wait $W
	echo $W >>pids
	seen $W
done
there_are_three() { [ "$(ls out/*.nytprof | grep -v a.nytprof | grep -c .)" = 3 ]; }
await there_are_three
for pid in $(tail -3 pids); do expect any "out/*.$pid.*"; done
end_all
expect [ -e out/notes ]
expect [ ! -e out/ahead.nytprof ] # it is from before the clock was set back
expect [ -L out/a.nytprof ]

run 0 $AGENT --all --mode=trace --match=$PWD/yes.pl --output-dir=out --max-size=4k -d 0.1
expect [ "$(ls out/*.nytprof | grep -v a.nytprof | grep -c .)" = 1 ]
