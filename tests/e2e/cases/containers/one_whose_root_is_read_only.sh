# A container whose root is read-only.

start_container
expect nsenter -t $P -m mount -o remount,ro "$PWD/root" || exit
fails_to_write() {
	! touch /proc/$P/root/x
}
expect fails_to_write || exit

run 0 $AGENT -o c.out -d 1 -p $P || exit
expect_server
end_container
