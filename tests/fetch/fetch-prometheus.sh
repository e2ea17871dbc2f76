#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Unpacks Debian's Prometheus, for the tests of the metrics:
#
#   tests/fetch/fetch-prometheus.sh DIR
#
# Does not install it, because its package starts a service.

set -eu

[ $# -eq 1 ] || {
	echo "usage: $0 DIR" >&2
	exit 2
}
[ ! -e "$1/.complete" ] || exit 0
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
# shellcheck source=scripts/apt-suite.sh
. "$(dirname "$0")/../../scripts/apt-suite.sh"

echo "fetching Prometheus of Debian $suite"
rm -rf "$1"
mkdir -p "$1"
apt_begin "$suite"
apt_download prometheus
apt_unpack "$1" --exclude=./usr/share --exclude=./etc
touch "$1/.complete"
apt_end
