# Whose files are read and written: those that the recorded program can reach itself, and nobody else's.

# Runs a.pl in one and two, the roots of two new file systems, which have the same number; the pids are $X and $Y.
start_in_two_roots() {
	local root link
	for root in one two; do
		mkdir $root
		mount -t tmpfs none $root
		mkdir $root/usr
		mount --bind /usr $root/usr
		for link in bin lib lib64; do ln -s usr/$link $root; done
		{ echo "# of $root"; cat a.pl; } >$root/a.pl
	done
	expect [ "$(stat -c %i one)" = "$(stat -c %i two)" ] || exit
	chroot one perl /a.pl & X=$!
	chroot two perl /a.pl & Y=$!
	await [ -s one/up ]
	await [ -s two/up ]
}
