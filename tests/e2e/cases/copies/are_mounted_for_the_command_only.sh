# Copies are mounted for the command only: what is mounted inside stays inside, and goes with the command.

$AGENT -q -- perl -e '1 until -e q(seen)' & A=$!
child() {
	C=$(pgrep -P $A -x perl)
}
await child
expect grep -q nytprof-bpf /proc/$C/mountinfo
expect [ "$(grep -c nytprof-bpf /proc/self/mountinfo)" = 0 ]
touch seen
wait $A
expect_status 0
expect [ "$(grep -c nytprof-bpf /proc/self/mountinfo)" = 0 ]
