#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Writes this tree to stdout as a tar file, below a directory: scripts/source-tar.sh
# nytprof-bpf-1.2.3.  In a checkout it contains the files that git knows or would add, with all
# changes.

set -eu
[ $# = 1 ] || {
	echo "usage: $0 DIRECTORY" >&2
	exit 2
}
cd "$(dirname "$0")/.."
if [ -e .git ]; then
	git ls-files -z --cached --others --exclude-standard
else
	find . -path ./build -prune -o -type f -printf '%P\0'
fi | tar -c --null --files-from=- --transform "s|^|$1/|"
