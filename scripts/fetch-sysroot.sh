#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Unpacks the agent's libraries for another machine:
#
#   scripts/fetch-sysroot.sh ARCHITECTURE DIR      arm64, as Debian calls it
#
# Installs nothing, and does not add an architecture to this machine's apt.  The libraries are of
# this machine's release, so that libbpf matches bpftool's skeletons.  SUITE= chooses another one.

set -eu

packages='libc6-dev linux-libc-dev libbpf-dev libelf-dev libdw-dev zlib1g-dev libcapstone-dev
libcap-dev libcurl4-gnutls-dev libjansson-dev libmicrohttpd-dev libncurses-dev libprotobuf-c-dev libsystemd-dev uthash-dev libcriterion-dev'
[ $# -eq 2 ] || {
	echo "usage: $0 ARCHITECTURE DIR" >&2
	exit 2
}
# One that was fetched for another list is fetched again.
[ "$(cat "$2/.complete" 2>/dev/null)" != "$packages" ] || exit 0
mkdir -p "$2"
dir=$(realpath "$2")
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
# shellcheck source=scripts/apt-suite.sh
. "$(dirname "$0")/apt-suite.sh"

# With all that they depend on, for the linker follows it.
wanted() {
	# shellcheck disable=SC2086 # words
	apt_wanted $packages | grep -x 'lib.*\|zlib.*\|linux-libc-dev\|uthash-dev'
}

echo "fetching the libraries of Debian $suite, $1"
apt_begin "$suite" "$1"
rm -rf "$dir"
mkdir -p "$dir/usr/lib"
ln -s usr/lib "$dir/lib"
# shellcheck disable=SC2046 # words
apt_download $(wanted)
apt_unpack "$dir"
echo "$packages" >"$dir/.complete"
apt_end
