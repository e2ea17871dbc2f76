# Processes that begin and end between two messages are shown, each with its samples.

if [ -z "${ALONE-}" ]; then # all that one recorder samples is watched only if there is no other
	mkdir -p /run/nytprof-bpf
	ALONE=1 LOG=$LOG exec unshare -m bash -c \
		'mount -t tmpfs -o mode=700 none /run/nytprof-bpf && exec bash "$@"' - "$TOP/tests/e2e/cases/lib.sh" "$1"
fi

start_busy 1
start_service
cat >short.pl <<'PERL'
sub brief { my $x = 0; $x += $_ for 1 .. 50_000; return $x }
brief() while (times)[0] < 0.4;
PERL
$AGENT top --service --batch --view=processes --top=50 >tables 2>tables.said & W=$!
await has_tables tables 1
pids=
for i in 1 2 3 4 5 6; do
	perl "$PWD/short.pl" & pids="$pids $!"
	wait $!
done
row() {
	grep "^ *$1 .*short.pl (ended)\$" tables
}
for pid in $pids; do
	await row $pid >row.$pid
done
kill -INT $W
wait $W
expect_status 0

# Each has taken 400 ms; its perl is met a bit later than it begins.
for pid in $pids; do
	expect_that "$(tail -1 row.$pid | grep -o '[0-9]*ms' | head -1 | tr -d ms) > 100"
done
stop $busy
end_all
