# A pid that comes again is another process.

cat >a.pl <<'PERL'
sub f { 1 }
while (!-e 'end') { f(); select undef, undef, undef, 0.01 }
PERL
cat >b.pl <<'PERL'
sub f { 1 }
f() for 1 .. 7;
PERL

# In a namespace of pids the next one can be chosen.
cat >inner.sh <<'END'
$AGENT --all --mode=trace --match=$PWD --output-dir=out --interval=1 & A=$!
until grep -q '^nytprof-bpf: recording' stderr; do sleep 0.05; done
again() {
	echo 499 >/proc/sys/kernel/ns_last_pid
	"$@" &
	echo pid $!
}
again perl $PWD/a.pl
until ls out/*.500.* >/dev/null 2>&1; do sleep 0.1; done
touch end
wait 500
for i in 1 2 3; do
	again perl $PWD/b.pl
	wait 500
done
kill -INT $A
wait $A
END
run 0 unshare -pf --mount-proc bash inner.sh || exit
expect_lines 'pid 500' 'pid 500' 'pid 500' 'pid 500'
expect [ "$(ls out/*.500.* | wc -l)" = 4 ]
# Each in the line of the sub and that of its calls.
expect [ "$(profiles_of 500 | grep -c 'main::f 7 ')" = 6 ]
