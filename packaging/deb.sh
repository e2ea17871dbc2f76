#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds Debian's package from a copy of this tree, and puts it into DIR with its .changes:
#
#   packaging/deb.sh DIR

set -eu
[ $# = 1 ] || {
	echo "usage: $0 DIR" >&2
	exit 2
}
mkdir -p "$1"
dir=$(realpath "$1")
cd "$(dirname "$0")/.."
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' packaging/debian/changelog)
rm -rf "$dir"/nytprof-bpf*
source=$dir/nytprof-bpf-$version
scripts/source-tar.sh "nytprof-bpf-$version" | tar -x -C "$dir"
cp -R packaging/debian "$source/debian"
cd "$source"
DEB_BUILD_OPTIONS="parallel=$(nproc) ${DEB_BUILD_OPTIONS:-}"
export DEB_BUILD_OPTIONS
# A make above this one is not to be seen by that of the package.
unset MAKEFLAGS MFLAGS MAKELEVEL
dpkg-buildpackage -us -uc -b >"$dir/build.log" 2>&1 || {
	tail -n 40 "$dir/build.log" >&2
	echo "$0: the package could not be built; all of it is in $dir/build.log" >&2
	exit 1
}
ls "$dir"/*.deb
