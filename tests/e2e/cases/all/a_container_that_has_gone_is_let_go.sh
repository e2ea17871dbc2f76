# A container that has gone is let go, or nobody could unmount it.

put_workers a.pl
mount_layers
cp --remove-destination /usr/bin/perl one/usr/bin/perl
record_all -v --match="/a.pl $PWD"
ROUNDS=800 chroot one perl /app/a.pl $PWD & X=$!
seen $X
expect_busy() {
	! umount one
}
expect expect_busy || exit
wait $X
is_let_go() { umount one 2>/dev/null; }
await is_let_go
end_all
expect [ "$(profiles)" = 1 ]
expect_in said 'detached from a perl that no process uses now'
read_profiles_of $X
expect_that "$(number_after '/app/a.pl:6 main::RUNTIME main::work ') > 300"
