# ctl says whom it can talk to.

run 2 $AGENT ctl frobnicate
expect_one_line frobnicate

run 2 $AGENT ctl
run 2 $AGENT ctl stop 12x
expect_one_line 12x

# Two recorders of ours, and no others: one that is busy does not say in time whom it records.
start_server
cat >two_recorders <<'BASH'
mkdir -p /run/nytprof-bpf
mount -t tmpfs -o mode=700 none /run/nytprof-bpf || exit
$AGENT -p $server 2>one & A=$!
$AGENT -o b.out -p $server 2>two & B=$!
until grep -qs '^nytprof-bpf: recording' one && grep -qs '^nytprof-bpf: recording' two; do sleep 0.02; done
$AGENT ctl stop
status=$?
grep -c "$A.*$B\|$B.*$A" stderr
$AGENT ctl status | grep -c "^recorder \($A\|$B\): on"
$AGENT ctl stop 1
echo $? $status
$AGENT ctl stop $B | grep -c "$B: off"
kill -9 $B
wait $B 2>/dev/null
touch /run/nytprof-bpf/123x
$AGENT ctl status >/dev/null
$AGENT ctl stop $A | grep -c "$A: off"
rm /run/nytprof-bpf/123x
ls /run/nytprof-bpf/$B.sock || echo gone
touch end
wait $A
BASH
AGENT=$AGENT server=$server unshare -m bash two_recorders >stdout 2>stderr
expect_status 0
wait $server
expect_lines 1 2 '1 1' 1 1 gone
expect_err 'process 1 is neither a recorder nor recorded by one'
