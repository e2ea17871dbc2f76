# On a file system without access lists only root can use ctl, which is said.

mount -t ramfs none $S
start_units
start_service --group=shop:4242
expect_in said "--group: only root can use ctl and top --service: $S is on a file system without access lists"
run 1 as_member 4242 ctl status
expect_one_line "can't connect to any recorder"
run 0 $AGENT ctl status
expect_out shop.pl
end_units
end_all

# A directory that is another user's is not used.
umount $S
chown 54321 $S
touch again
rm end
start_units
start_service --group=shop:4242
expect_in said "$S: Operation not permitted"
end_units
end_all
