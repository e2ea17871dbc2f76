#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Boots the systemd of a root directory in its own namespaces, and runs a command under it:
#
#   packaging/with-systemd.sh ROOT COMMAND...
#
# Exits with the command's status.  Then everything that was started ends.  Needs root, and takes
# seconds.  No container manager is needed: systemd needs a PID, mount, UTS, IPC and cgroup
# namespace, and control groups of version 2.

set -eu
[ $# -ge 2 ] || {
	echo "usage: $0 ROOT COMMAND..." >&2
	exit 2
}
root=$(realpath "$1")
shift
log=$(mktemp)
trap 'kill -KILL "$outer" 2>/dev/null || :; wait "$outer" 2>/dev/null || :; rm -f "$log"' EXIT

# shellcheck disable=SC2016 # the other shell's
unshare --pid --mount --fork --kill-child --cgroup --uts --ipc --propagation private sh -ec '
	root=$1
	hostname nytprof-bpf-test
	mount --bind "$root" "$root"
	mount -t proc proc "$root/proc"
	mount -t sysfs sysfs "$root/sys"
	mount --rbind /dev "$root/dev"
	mount -t tmpfs -o mode=755 tmpfs "$root/run"
	mount -t tmpfs tmpfs "$root/tmp"
	mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
	mount -t tracefs tracefs "$root/sys/kernel/tracing" || :
	exec chroot "$root" env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin \
		/lib/systemd/systemd --unit=multi-user.target' sh "$root" >"$log" 2>&1 </dev/null &
outer=$!

# It is the one child; its mounts are there when it is systemd.
waited=0
until pid=$(cat "/proc/$outer/task/$outer/children" 2>/dev/null) && pid=${pid%% *} && [ -n "$pid" ] &&
	[ "$(cat "/proc/$pid/comm" 2>/dev/null)" = systemd ]; do
	waited=$((waited + 1))
	[ $waited -lt 600 ] && kill -0 "$outer" 2>/dev/null || {
		cat "$log" >&2
		echo "$0: systemd does not start here" >&2
		exit 1
	}
	sleep 0.1
done
inside() {
	nsenter -t "$pid" -m -u -i -p -C -r -w -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
}
until inside systemctl is-system-running --wait >"$log" 2>&1; do
	case $(cat "$log") in degraded*) break ;; esac
	waited=$((waited + 1))
	[ $waited -lt 900 ] || {
		cat "$log" >&2
		echo "$0: systemd does not get ready" >&2
		exit 1
	}
	sleep 0.1
done
inside "$@"
