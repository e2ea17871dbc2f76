#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Unpacks the perls of Debian releases, each with its own C library, shell and Devel::NYTProf:
#
#   scripts/fetch-perls.sh DIR SUITE...      bullseye has perl 5.32, bookworm 5.36, trixie 5.40
#
# "chroot DIR/SUITE perl" runs one.  Nothing is installed; what is there is not fetched again.

set -eu

packages='perl libdevel-nytprof-perl coreutils dash libc-bin'
[ $# -ge 2 ] || {
	echo "usage: $0 DIR SUITE..." >&2
	exit 2
}
mkdir -p "$1"
dir=$(realpath "$1")
shift
# shellcheck source=scripts/apt-suite.sh
. "$(dirname "$0")/apt-suite.sh"

# What "apt-get install" would bring to an empty system.
wanted() {
	# shellcheck disable=SC2086 # words
	apt_suite -qq --no-install-recommends --simulate install $packages |
		sed -n 's/^Inst \([^ ]*\) .*/\1/p'
}

# /bin and the others are links into /usr, as in all releases of today.
unpack() {
	mkdir -p "$1/usr/bin" "$1/usr/sbin" "$1/usr/lib" "$1/usr/lib64" "$1/dev" "$1/proc" \
		"$1/sys" "$1/etc" "$1/root" "$1/run" "$1/tmp" "$1/var/tmp"
	chmod 1777 "$1/tmp" "$1/var/tmp"
	for name in bin sbin lib lib64; do
		ln -s "usr/$name" "$1/$name"
	done
	for deb in "$2"/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -x -C "$1" --keep-directory-symlink --no-same-owner --exclude='./usr/share/doc'
	done
	[ -e "$1/usr/bin/sh" ] || ln -s dash "$1/usr/bin/sh"
	cp /etc/passwd /etc/group "$1/etc/"
}

for suite; do
	tree=$dir/$suite
	[ ! -e "$tree/.complete" ] || continue
	echo "fetching the perl of Debian $suite"
	apt_begin "$suite"
	rm -rf "$tree"
	mkdir "$apt_dir/debs"
	# shellcheck disable=SC2046 # words
	(cd "$apt_dir/debs" && apt_suite -qq download $(wanted) >/dev/null)
	unpack "$tree" "$apt_dir/debs"
	touch "$tree/.complete"
	apt_end
done
