# A disk that is slow holds up nobody.

expect cc -shared -fPIC -o slow.so "$TOP/tests/e2e/slow_disk.c" || exit
run_short() {
	perl -e 'sub f { 1 } f() for 1 .. 3' "$PWD"
}

files() {
	ls out | grep -c 'nytprof$'
}

has_first() {
	run_short
	[ "$(files)" = 1 ]
}

has_all() {
	[ "$(files)" = 60 ]
}

LD_PRELOAD=$PWD/slow.so record_all --match=$PWD --interval=60
await has_first
rm out/*.nytprof
sleep 2
rm -f out/*.nytprof

# Sixty end within a second or two; their files take six, in which the agent drains, and answers.
for i in {1..60}; do run_short; done
before=$(date +%s%N)
$AGENT ctl status $A >status & ctl=$!
await [ -s status ]
after=$(date +%s%N)
expect [ "$(files)" -lt 40 ]
wait $ctl
expect_that "($after - $before) / 1e6 < 3000"
await has_all
kill -TERM $A
wait $A
expect_status 0
expect [ "$(for file in out/*.nytprof; do profile $file; done | grep -c '^sub main::f 3 ')" = 60 ]
expect_not_in said 'could not be written'
