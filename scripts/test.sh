#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds and runs every test: unit tests, the BPF accounting on the host, end-to-end tests with real
# perls and real probes, and the comparison with Devel::NYTProf.  The last line has the counts.

set -eu
cd "$(dirname "$0")/.."

[ "$(id -u)" = 0 ] || {
	echo "$0: the end-to-end tests need root: sudo $0 (make check runs those that do not)" >&2
	exit 1
}
scripts/setup.sh test
# The agent runs commands as the user behind sudo; the tests are about root.
unset SUDO_UID SUDO_GID SUDO_USER SUDO_COMMAND NYTPROF
make -s -j"$(nproc)" test-programs WERROR=1
exec make -s test WERROR=1
