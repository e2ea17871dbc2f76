# A command runs private copies of perls.  What a file's mount, mode and attributes allow without the
# agent they allow with it, and nothing else.

# Mounts a file system with a perl in it on m, at the head of PATH: mount_perl OPTIONS COMMAND...
# The command is what else the file system needs.
mount_perl() {
	! mountpoint -q m || umount -l m
	mkdir -p m
	mount -t tmpfs none m
	cp /usr/bin/perl m/perl
	"${@:2}"
	mount -o remount,"$1" m
	PATH=$PWD/m:$PATH
}

# What a user gets who runs a command bare, and under the agent: the same words.
expect_same() {
	run 0 setpriv --reuid=65534 --regid=65534 --clear-groups "${@:2}"
	expect [ "$(<stdout)" = "$1" ]
	SUDO_UID=65534 SUDO_GID=65534 run 0 $AGENT -q -o "$PWD/x.out" -- "${@:2}"
	expect [ "$(<stdout)" = "$1" ]
	expect_no_err 'private copy of perl'
}

set_user_id() {
	chown 1:1 m/perl
	chmod 4755 m/perl
}

expect_same_euid() {
	expect_same "$1" sh -c 'm/perl -e "print \$>"'
}

expect_same_capabilities() {
	expect_same "$1" m/perl -ne 'print /CapEff:\s*0*(\w+)/' /proc/self/status
}
