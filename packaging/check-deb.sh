#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds Debian's package twice, runs lintian, installs the package in a fresh Debian of this
# machine's release, and uses it there, also as a service:
#
#   packaging/check-deb.sh DIR
#
# Needs root, takes five minutes, and needs about 400 MB in DIR.

set -eu
[ $# = 1 ] || {
	echo "usage: $0 DIR" >&2
	exit 2
}
[ "$(id -u)" = 0 ] || {
	echo "$0: debootstrap and BPF need root: sudo $0 $1" >&2
	exit 1
}
here=$(dirname "$(realpath "$0")")
mkdir -p "$1"
dir=$(realpath "$1")
root=$dir/root
# shellcheck source=scripts/apt-suite.sh
. "$here/../scripts/apt-suite.sh"
# shellcheck source=/dev/null
. /etc/os-release
# What it does for the user behind sudo needs that user in the fresh system.
unset SUDO_UID SUDO_GID SUDO_USER SUDO_COMMAND NYTPROF TMPDIR
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

step() {
	echo "== $*"
}

# With mounts of its own, which end with the command.
in_root() {
	# shellcheck disable=SC2016 # the other shell's
	unshare -m --propagation private sh -ec '
		mount --bind "$1" "$1"
		mount -t proc proc "$1/proc"
		mount --rbind /sys "$1/sys"
		exec chroot "$@"' sh "$root" "$@"
}

make_root() {
	rm -rf --one-file-system "$root"
	debootstrap --variant=minbase "$VERSION_CODENAME" "$root" "${DEBIAN_MIRROR:-$(apt_mirror)}" >"$dir/debootstrap.log" || {
		tail -n 20 "$dir/debootstrap.log" >&2
		exit 1
	}
	cp /etc/resolv.conf "$root/etc/resolv.conf"
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # start nothing
	chmod 755 "$root/usr/sbin/policy-rc.d"
}

step "two builds make the same package"
"$here/deb.sh" "$dir"
"$here/deb.sh" "$dir/again" >/dev/null
for package in "$dir"/*.deb; do
	cmp "$package" "$dir/again/${package##*/}"
done
rm -rf "$dir/again"

step "lintian"
lintian --allow-root --fail-on error,warning --display-info --pedantic "$dir"/*.changes

step "a fresh Debian $VERSION_CODENAME"
make_root

step "installed, with what it recommends"
cp "$dir"/nytprof-bpf_*.deb "$here/../packaging/debian/tests/record" "$root/root/"
in_root sh -ec '
	apt-get update -qq
	apt-get install -y -qq /root/nytprof-bpf_*.deb >/root/log 2>&1 || { cat /root/log; exit 1; }
	dpkg --verify nytprof-bpf'

step "used"
in_root /root/record

step "a service, under systemd"
cp "$here/../packaging/debian/tests/service" "$root/root/"
in_root sh -ec '
	apt-get install -y -qq --no-install-recommends systemd systemd-sysv dbus >/root/log 2>&1 || { cat /root/log; exit 1; }
	rm /usr/sbin/policy-rc.d'
# Installed once more, now that there is something that could start it.
"$here/with-systemd.sh" "$root" sh -ec '
	dpkg -i /root/nytprof-bpf_*.deb >/dev/null
	/root/service
	systemctl start nytprof-bpf
	main=$(systemctl show --value -p MainPID nytprof-bpf)
	dpkg -i /root/nytprof-bpf_*.deb >/dev/null
	[ "$(systemctl show --value -p MainPID nytprof-bpf)" = "$main" ] || { echo "an upgrade starts it again"; exit 1; }
	dpkg --listfiles nytprof-bpf >/root/files
	dpkg -r nytprof-bpf >/dev/null
	! systemctl is-active -q nytprof-bpf || { echo "it runs though it was removed"; exit 1; }
	[ -d /var/lib/nytprof-bpf ] || { echo "the profiles went with the package"; exit 1; }'

step "removed"
in_root sh -ec '
	apt-get purge -y -qq -o Dpkg::Use-Pty=0 nytprof-bpf >/dev/null
	while read -r file; do
		[ -d "$file" ] || [ ! -e "$file" ] || { echo "$file is left"; exit 1; }
	done </root/files
	[ ! -e /var/lib/nytprof-bpf ] || { echo "profiles are left"; exit 1; }'

rm -rf --one-file-system "$root"
echo "$0: passed"
