#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Compiles Debian's source of Devel::NYTProf for the perl in a tree of tests/fetch/fetch-perls.sh,
# and installs it there:
#
#   tests/fetch/build-nytprof.sh TREE
#
# Uses this machine's compiler and xsubpp, and the headers of the tree's perl.  So the tree's C
# library must be at least as new as this machine's.

set -eu

tree=$(realpath "${1:?usage: $0 TREE}")
# The newest release: its source stays where it is, unlike those of testing and sid.
suite=trixie
# shellcheck source=scripts/apt-suite.sh
. "$(dirname "$0")/../../scripts/apt-suite.sh"

for core in "$tree"/usr/lib/*/perl/5.*.*/CORE; do
	site=$(sed -n 's/^#define SITEARCH_EXP "\(.*\)".*/\1/p' "$core/config.h")
done
[ -n "$site" ] || {
	echo "$0: no headers of a perl in $tree" >&2
	exit 1
}

apt_begin "$suite" "" deb-src
cd "$apt_dir"
apt_suite -qq source --download-only --tar-only libdevel-nytprof-perl
tar -xf libdevel-nytprof-perl_*.orig.tar.* --strip-components=1
version=$(sed -n "s/^our \$VERSION = '\(.*\)'.*/\1/p" lib/Devel/NYTProf/Core.pm)
echo "compiling Devel::NYTProf $version for the perl in $tree"
typemap=$(perl -MExtUtils::ParseXS -e 'print $INC{"ExtUtils/ParseXS.pm"} =~ s/ParseXS\.pm$/typemap/r')
for name in NYTProf FileHandle; do
	xsubpp -typemap "$typemap" -typemap typemap $name.xs >$name.c
	"${CC:-gcc}" -c -O2 -w -fPIC -fwrapv -fno-strict-aliasing -D_REENTRANT -D_GNU_SOURCE \
		-D_FILE_OFFSET_BITS=64 -DHAS_ZLIB -DHAS_CLOCK_GETTIME -DVERSION="\"$version\"" \
		-DXS_VERSION="\"$version\"" -I"$core" $name.c
done
mkdir -p "$tree$site/auto/Devel/NYTProf"
"${CC:-gcc}" -shared -o "$tree$site/auto/Devel/NYTProf/NYTProf.so" NYTProf.o FileHandle.o -lz
cp -r lib/Devel "$tree$site/"
