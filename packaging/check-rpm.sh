#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Checks packaging/rpm/nytprof-bpf.spec on Debian: parses it, runs rpmlint, and lets rpmbuild make a
# package of this tree.  Does not check the names of Fedora's packages.
#
#   packaging/check-rpm.sh DIR

set -eu
[ $# = 1 ] || {
	echo "usage: $0 DIR" >&2
	exit 2
}
mkdir -p "$1"
dir=$(realpath "$1")
cd "$(dirname "$0")/.."
spec=packaging/rpm/nytprof-bpf.spec
name=nytprof-bpf-$(sed -n 's/^Version: *//p' $spec)
# Fedora's, which Debian's rpm has not; the flags are the Makefile's own.
set -- --define "_topdir $dir" --define "perl_vendorlib /usr/share/perl5" --define "_docdir /usr/share/doc" \
	--define "_unitdir /usr/lib/systemd/system" --define "systemd_post() %{nil}" \
	--define "systemd_preun() %{nil}" --define "systemd_postun() %{nil}" --define "optflags -O2 -g" --define "build_ldflags -Wl,-z,relro"

echo "== it parses"
rpmspec -P "$@" $spec >/dev/null

echo "== rpmlint"
rpmlint --strict --config packaging/rpm/rpmlint.toml $spec

echo "== rpmbuild"
rm -rf "$dir"
mkdir -p "$dir/SOURCES"
scripts/source-tar.sh "$name" | gzip >"$dir/SOURCES/$name.tar.gz"
unset MAKEFLAGS MFLAGS MAKELEVEL
rpmbuild -ba --nodeps "$@" $spec >"$dir/build.log" 2>&1 || {
	tail -n 40 "$dir/build.log" >&2
	exit 1
}
for package in "$dir"/RPMS/*/nytprof-bpf-[0-9]*.rpm; do
	rpm -qlp "$package"
done
echo "$0: passed"
