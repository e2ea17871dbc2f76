# systemd is told when the service is ready, reloads and stops.

echo match = ^$PWD/nobody >conf
start_manager
WATCHDOG_USEC=400000 start_service
is_alive() {
	[ "$(grep -c ^WATCHDOG=1 notes)" -gt 3 ] && grep -q STATUS notes
}
await is_alive
echo -- >>notes
reload
await grep -q ^RELOADING notes
is_ready_again() {
	sed -n '/RELOADING/,$p' notes | grep -q READY
}
await is_ready_again
echo keep = x >conf
reload
three_times() {
	[ "$(grep -c READY notes)" = 3 ]
}
await three_times
end_service
await grep -q STOPPING notes
kill $M
grep -v -e WATCHDOG -e listening notes | sed 's/USEC=[1-9][0-9]*$/USEC=N/; /^STATUS/s/[0-9][0-9]*/N/g' | uniq >stdout
expect [ "$(head -1 stdout)" = READY=1 ]
expect_out $'READY=1\nSTATUS=Recording: N perl'
expect_out $'--\nRELOADING=1 MONOTONIC_USEC=N\nREADY=1\n'
expect_out $'\nSTOPPING=1 STATUS=Writing the profiles\n'
expect_in said $'conf:1:8: keep=x: not a number of files; the configuration is unchanged\n'
