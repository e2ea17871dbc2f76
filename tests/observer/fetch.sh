#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Fetches the sources of some Debian packages, distributions from CPAN, into DIR, for observer.pl,
# which runs their test files.  Uses a copy of the machine's list of package sources.
#
#   fetch.sh DIR

set -eu

packages='libtry-tiny-perl libmodule-runtime-perl libclass-method-modifiers-perl'
dir=${1:?usage: $0 DIR}

mkdir -p "$dir"
cd "$dir"
missing=
for package in $packages; do
	[ -d "$package" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial"
chmod 755 "$work" # for _apt
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
	[ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"$work/parts/${list##*/}.list"
done
for list in /etc/apt/sources.list.d/*.sources; do
	[ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/parts/${list##*/}"
done
apt="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$work/parts -o Dir::State::lists=$work/lists
	-o Dir::Cache=$work/cache -o APT::Sandbox::User="
# shellcheck disable=SC2086 # words
apt-get $apt -qq update
for package in $missing; do
	# Unpacked by hand: dpkg-source is in a package of its own.
	# shellcheck disable=SC2086 # words
	(cd "$work" && apt-get $apt -qq source --download-only "$package")
	mkdir "$work/$package"
	tar -xf "$work"/"$package"*.orig.tar.* -C "$work/$package" --strip-components=1
	mv "$work/$package" "$package"
done
