# A stack is that of Carp::longmess in every perl of Debian, from 5.32 to 5.44.

roots=("$TOP"/build/perls/*/usr/bin/perl)
[ -e "${roots[0]}" ] || skip 'scripts/fetch-perls.sh has fetched no perls'
[ "$(uname -m)" = x86_64 ] || skip 'the perls are for x86-64'
for perl in "${roots[@]}"; do
	root=${perl%/usr/bin/perl}
	[ "${root##*/}" != arm64 ] || continue
	mkdir over
	mount --bind "$root" over && mount -t tmpfs none over/tmp || { fail "can't mount $root"; exit; }
	make_stacks over/tmp
	run 0 $AGENT --mode=sample --rate=999 -o one.out -- \
		chroot over /bin/sh -c 'cd /tmp && exec perl -I. stacks.pl' || exit
	expect_hardly_lost --mode=sample
	expect_stacks over/tmp/stacks.txt one.out
	umount over/tmp over
	rmdir over
	rm one.out
done
