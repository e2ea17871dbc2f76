#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Follows packaging/container/Containerfile without a container engine:
#
#   packaging/check-container.sh DIR
#
# Builds the tree in a fresh Debian 12.  Installs the packages of the final image into another one,
# and copies the agent there.  From there it records a perl of a pid namespace, with the
# capabilities of the manifests.  Needs root, and takes minutes.  If DIR/image exists, it is used
# again.

set -eu

[ $# -eq 1 ] || {
	echo "usage: $0 DIR" >&2
	exit 2
}
[ "$(id -u)" = 0 ] || {
	echo "$0: debootstrap and BPF need root: sudo $0 $1" >&2
	exit 1
}
top=$(realpath "$(dirname "$0")/..")
# shellcheck source=scripts/apt-suite.sh
. "$top/scripts/apt-suite.sh"
file=$top/packaging/container/Containerfile
mkdir -p "$1"
dir=$(realpath "$1")
mirror=${DEBIAN_MIRROR:-$(apt_mirror)}
unset NYTPROF TMPDIR MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

step() {
	echo "== $*"
}

fresh() {
	rm -rf "$1"
	debootstrap --variant=minbase bookworm "$1" "$mirror" >"$1.log" 2>&1 || {
		tail -n 5 "$1.log" >&2
		exit 1
	}
}

# The RUN lines of the n-th image, in its root; proc is mounted as long.
run_steps() {
	steps=$(awk -v image="$1" '/^FROM/ { n++ } n == image' "$file" | sed -e ':a' -e '/\\$/N; s/\\\n//; ta' |
		sed -n 's/^RUN //p')
	# shellcheck disable=SC2016 # the other shell's
	unshare -m --propagation private sh -ec '
		mount -t proc proc "$1/proc"
		exec chroot "$1" sh -euxc "$2"' sh "$2" "cd ${3:-/}; $steps" >"$2.steps.log" 2>&1 || {
		tail -n 5 "$2.steps.log" >&2
		exit 1
	}
}

status=0
if [ ! -e "$dir/image/usr/bin/nytprof-bpf" ]; then
	step "the first image builds the agent"
	fresh "$dir/build"
	mkdir "$dir/build/src"
	(cd "$top" && git ls-files -z | tar -c --null -T -) | tar -x -C "$dir/build/src"
	run_steps 1 "$dir/build" /src
	step "the second one has what it is linked with"
	fresh "$dir/image"
	run_steps 2 "$dir/image"
	sed -n 's/^COPY --from=build //p' "$file" | while read -r from to; do
		cp "$dir/build$from" "$dir/image$to"
	done
fi
chroot "$dir/image" nytprof-bpf --version
caps=$(sed -n 's/.*add: \[\(.*\)\]/\1/p' "$top/packaging/kubernetes/sidecar/sidecar.yaml" | tr -d ' ' |
	tr '[:upper:]' '[:lower:]' | sed 's/,/,+/g')

step "a perl of its pid namespace is recorded"
# A pod, as far as it goes: its pid namespace, and the agent's root, mounts and rights in it.
rm -rf "$dir/image/profiles"
mkdir -p "$dir/image/profiles"
# shellcheck disable=SC2016 # of the inner shell
image=$dir/image caps=$caps unshare --pid --mount --ipc --uts --fork --kill-child sh -euc '
	mount -t proc proc "$image/proc"
	mount -t sysfs -o ro sys "$image/sys"
	mount -t tmpfs none "$image/run"
	mount -t proc proc /proc
	setpriv --reuid=65534 --regid=65534 --clear-groups perl -e "sub work { \$_[0] + 1 } while (1) { \$n = work(\$n); select undef, undef, undef, 0.005 }" &
	perl=$!
	setpriv --bounding-set "-all,+$caps,+sys_chroot,+setpcap" chroot "$image" \
		setpriv --bounding-set "-all,+$caps" nytprof-bpf --all --mode=trace --output-dir=/profiles/nytprof --interval=1 2>"$image/profiles/log" &
	agent=$!
	n=0
	until ls "$image/profiles/nytprof/perl.$perl."*.nytprof >/dev/null 2>&1; do
		sleep 1
		[ $((n += 1)) -lt 90 ] || break
	done
	kill -INT $agent
	ended=0
	wait $agent || ended=$?
	kill $perl
	[ $ended = 0 ] || { echo "the agent ended with $ended"; exit 1; }' || status=1
cat "$dir/image/profiles/log"
set -- "$dir/image/profiles/nytprof/"*.nytprof
[ -e "$1" ] || status=1
[ $status = 0 ] || {
	echo "nothing was recorded" >&2
	exit 1
}
chroot "$dir/image" nytprof-bpf report --top=3 "${1#"$dir/image"}" | tee "$dir/report"
grep -q 'main::work' "$dir/report"
echo "built by the Containerfile's steps, and recorded with $caps alone"
