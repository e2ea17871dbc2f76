#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Unpacks Debian's kubectl, and the description of the API from its source (its own tests have one), for the check of the
# manifests:
#
#   tests/fetch/fetch-kubectl.sh DIR
#
# DIR/usr/bin/kubectl and DIR/swagger.json.  Installs nothing.  Does not fetch again what is there.
# Debian 12 has a kubectl without "kustomize", so both are of the release after it.

set -eu

[ $# -eq 1 ] || {
	echo "usage: $0 DIR" >&2
	exit 2
}
[ ! -e "$1/.complete" ] || exit 0
suite=trixie
# shellcheck source=scripts/apt-suite.sh
. "$(dirname "$0")/../../scripts/apt-suite.sh"

echo "fetching kubectl of Debian $suite"
rm -rf "$1"
mkdir -p "$1"
dir=$(realpath "$1")
apt_begin "$suite"
apt_download kubectl
apt_unpack "$dir" --exclude=./usr/share
apt_end

apt_begin "$suite" "" deb-src
cd "$apt_dir"
apt_suite -qq source --download-only --tar-only kubernetes >/dev/null
tar -xf kubernetes_*.orig.tar.* -O --wildcards '*/kubectl/testdata/openapi/swagger.json' >"$dir/swagger.json"
[ -s "$dir/swagger.json" ] || {
	echo "$0: the source of kubernetes has no swagger.json" >&2
	exit 1
}
touch "$dir/.complete"
