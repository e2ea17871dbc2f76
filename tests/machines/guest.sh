# SPDX-License-Identifier: GPL-2.0-or-later
#
# Functions for scripts that run a command in a virtual machine with the kernel of a Debian release,
# called as
#
#   SCRIPT [-t SECONDS] DIR SUITE COMMAND...
#
# Source this file with $limit set to the time limit in seconds.  Afterwards $home is DIR/SUITE,
# where vmlinuz, initrd and console are, $suite is SUITE, and $top is the top directory.  The
# script's arguments are COMMAND, and apt-suite.sh has been sourced.

[ "${1:-}" != -t ] || {
	limit=$2
	shift 2
}
[ $# -ge 3 ] || {
	echo "usage: $0 [-t SECONDS] DIR SUITE COMMAND..." >&2
	exit 2
}
mkdir -p "$1/$2"
home=$(realpath "$1/$2")
suite=$2
shift 2
top=$(realpath "$(dirname "$0")/../..")
# shellcheck source=scripts/apt-suite.sh
. "$top/scripts/apt-suite.sh"

# A directory as the files that a kernel starts with.
guest_files() {
	(cd "$1" && find . | cpio --quiet -o -H newc -R 0:0)
}

# QEMU ARGUMENTS... with what is the same for all guests; exit status 124 if it takes too long.
guest_run() {
	timeout -k 5 "$limit" "$@" -nodefaults -no-user-config -no-reboot -display none \
		-kernel "$home/vmlinuz" -initrd "$home/initrd" -serial "file:$home/console" </dev/null
}
