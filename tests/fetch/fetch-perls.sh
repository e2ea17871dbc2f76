#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Unpacks the perls of Debian releases, each with its own C library, shell and Devel::NYTProf:
#
#   tests/fetch/fetch-perls.sh DIR SUITE...      bullseye has perl 5.32, bookworm 5.36, trixie 5.40
#
# "chroot DIR/SUITE perl" runs one.  Installs nothing.  Does not fetch again what is already there.
# The perl of experimental is newer than Debian's modules, so tests/fetch/build-nytprof.sh compiles
# Devel::NYTProf for it.
#
#   tests/fetch/fetch-perls.sh -a arm64 DIR SUITE...
#
# Perls of another machine cannot run here.  Of these it unpacks only the binaries and the headers.

set -eu

# debugperl is there, and not on this machine, where each recording would load programs for it.
packages='perl perl-debug coreutils dash libc-bin zlib1g'
arch=
if [ "${1:-}" = -a ]; then
	arch=${2:-}
	packages='perl-base perl-debug libperl-dev libcrypt-dev'
	shift 2
fi
[ $# -ge 2 ] || {
	echo "usage: $0 [-a ARCHITECTURE] DIR SUITE..." >&2
	exit 2
}
mkdir -p "$1"
dir=$(realpath "$1")
shift
# shellcheck source=scripts/apt-suite.sh
. "$(dirname "$0")/../../scripts/apt-suite.sh"

wanted() {
	# shellcheck disable=SC2086 # words
	apt_wanted $packages $nytprof
}

# /bin and the others are links into /usr, as in all releases of today.
unpack() {
	mkdir -p "$1/usr/bin" "$1/usr/sbin" "$1/usr/lib" "$1/usr/lib64" "$1/dev" "$1/proc" \
		"$1/sys" "$1/etc" "$1/root" "$1/run" "$1/tmp" "$1/var/tmp"
	chmod 1777 "$1/tmp" "$1/var/tmp"
	for name in bin sbin lib lib64; do
		ln -s "usr/$name" "$1/$name"
	done
	apt_unpack "$1"
	[ -e "$1/usr/bin/sh" ] || ln -s dash "$1/usr/bin/sh"
	cp /etc/passwd /etc/group "$1/etc/"
}

# Where the perl of another machine is, without what it takes to run it.
unpack_binaries() {
	mkdir -p "$1"
	for deb in "$apt_dir"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -x -C "$1" --no-same-owner --wildcards './usr/bin/perl' './usr/bin/debugperl' \
				'./usr/lib/*/libperl.so.5*' './usr/lib/*/CORE/*.h' './usr/include/crypt.h' \
				2>/dev/null || true # a package that has none of them
	done
	[ -e "$1/usr/bin/perl" ]
}

# Of these the dependencies are not wanted, but the package that has libperl.so.
wanted_binaries() {
	# shellcheck disable=SC2086 # words
	echo $packages
	wanted | grep '^libperl5'
}

for suite; do
	tree=$dir/$suite
	[ ! -e "$tree/.complete" ] || [ ! -e "$tree/usr/bin/debugperl" ] || continue
	nytprof=
	[ -n "$arch" ] || [ "$suite" = experimental ] || nytprof=libdevel-nytprof-perl
	echo "fetching the perl of Debian $suite${arch:+, $arch}"
	apt_begin "$suite" $arch
	rm -rf "$tree"
	# shellcheck disable=SC2046 # words
	apt_download $(wanted${arch:+_binaries})
	"unpack${arch:+_binaries}" "$tree"
	[ -n "$arch$nytprof" ] || "$(dirname "$0")/build-nytprof.sh" "$tree"
	touch "$tree/.complete"
	apt_end
done
