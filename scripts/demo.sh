#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds the agent, profiles docs/sample/weblog.pl, and shows the result in the terminal and as
# HTML.

set -eu
cd "$(dirname "$0")/.."

[ "$(id -u)" = 0 ] || {
	echo "$0: BPF needs root: sudo $0" >&2
	exit 1
}
scripts/setup.sh build

# What is made belongs to who asked for it.
as_user() {
	if [ -n "${SUDO_USER:-}" ]; then runuser -u "$SUDO_USER" -- "$@"; else "$@"; fi
}
out=build/demo
as_user make -s -j"$(nproc)"
as_user rm -rf $out
as_user mkdir -p $out

echo "\$ nytprof-bpf -o $out/nytprof.out -- perl docs/sample/weblog.pl"
build/nytprof-bpf -o $out/nytprof.out -- perl docs/sample/weblog.pl
echo
echo "\$ nytprof-bpf report --top 8 $out/nytprof.out"
build/nytprof-bpf report --top 8 $out/nytprof.out
as_user nytprofhtml -f $out/nytprof.out -o $out/html >/dev/null
echo
echo "The same as pages, by nytprofhtml: file://$PWD/$out/html/index.html"
