# Perls in containers.  No engine is needed: namespaces, an overlay and a root of its own are what an
# engine makes one of.

# Starts server.pl in a root of its own: the host's files below, a copy of perl and the script above them.
# The arguments are more options of unshare; $P is its pid on the host, and $INSIDE the one in there.
start_container() {
	mkdir work root
	mount -t tmpfs none work
	mkdir -p work/upper/usr/bin work/upper/app work/upper/run work/overlay
	cp "$SUITE/server.pl" work/upper/app
	cp /usr/bin/perl work/upper/usr/bin/perl
	mount -t overlay overlay -o lowerdir=/,upperdir=work/upper,workdir=work/overlay root
	unshare "$@" --fork --pid --mount --net --uts --ipc --cgroup sh -c '
		mount -t tmpfs none root/run
		mount -t proc proc root/proc
		mount --make-private root
		cd root
		exec chroot . /usr/bin/perl /app/server.pl' & U=$!
	await server_is_up
	INSIDE=$(</proc/$P/root/run/up)
}

server_is_up() {
	P=$(pgrep -P $U -x perl) && [ -s /proc/$P/root/run/up ]
}

end_container() {
	touch /proc/$P/root/run/end
	wait $U
}

# Its profile is in c.out.
expect_server() {
	read_profile c.out
	expect_out 'sub main::work '
	expect_out 'src /app/server.pl:2 sub work { return $_[0] + 1 }'
	expect_that "$(number_after '/app/server.pl:2 ') > 50"
	expect_that "$(number_after '/app/server.pl:5 main::RUNTIME main::work ') > 50"
}
