#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs a command as root on an arm64 machine that qemu emulates, with the kernel and the perl of a
# Debian release:
#
#   tests/machines/arm64-guest.sh [-t SECONDS] DIR SUITE COMMAND...
#
# The guest's files are in its memory.  The root has that release's perl and Devel::NYTProf.  /agent
# has this tree's tests, and build/nytprof-bpf from make cross-arm64.  The command starts in /agent.
# Its words may not contain a '.  DIR/SUITE keeps the packages.  Every instruction is emulated.  So
# this shows what works, but not how long it takes.
#
# Debian: qemu-system-arm cpio.

set -eu

limit=900
# shellcheck source=tests/machines/guest.sh
. "$(dirname "$0")/guest.sh"
built=$top/build/aarch64/nytprof-bpf
libraries=$top/build/sysroot-aarch64/usr/lib/aarch64-linux-gnu
[ -x "$built" ] || {
	echo "$0: no $built: make cross-arm64" >&2
	exit 1
}

fetch() {
	echo "fetching the kernel and the perl of Debian $suite, arm64"
	apt_begin "$suite" arm64
	rm -rf "$home/root"
	mkdir -p "$home/root/usr/bin" "$home/root/usr/sbin" "$home/root/usr/lib"
	for name in bin sbin lib; do
		ln -s "usr/$name" "$home/root/$name"
	done
	mkdir "$home/root/dev" "$home/root/proc" "$home/root/sys" "$home/root/tmp" "$home/root/run" \
		"$home/root/etc" "$home/root/root"
	# shellcheck disable=SC2046 # words
	apt_download busybox-static $(apt_wanted perl libdevel-nytprof-perl coreutils dash libc-bin) \
		$(apt_wanted linux-image-arm64 | grep '^linux-[a-z]*-[0-9]')
	apt_unpack "$home/root" --exclude='*/modules/*/kernel'
	find "$home/root" -name 'vmlinuz*' -type f -exec mv {} "$home/vmlinuz" \;
	[ -e "$home/root/usr/bin/sh" ] || ln -s dash "$home/root/usr/bin/sh"
	cp /etc/passwd /etc/group "$home/root/etc/"
	touch "$home/.complete"
	apt_end
}

# The libraries that the agent is linked with, and that perl does not have, are its own release's.
add_agent() {
	rm -rf "$home/root/agent"
	mkdir -p "$home/root/agent/build" "$home/root/agent/lib"
	aarch64-linux-gnu-strip -g -o "$home/root/agent/build/nytprof-bpf" "$built"
	for name in libbpf.so.1 libelf.so.1 libdw.so.1 libcapstone.so.4 libcap.so.2 libbz2.so.1.0 \
		libsystemd.so.0 libgcrypt.so.20 libgpg-error.so.0 libzstd.so.1 liblz4.so.1 \
		liblzma.so.5 libjansson.so.4 libmicrohttpd.so.12 libprotobuf-c.so.1 libgnutls.so.30 libp11-kit.so.0 libidn2.so.0 \
		libunistring.so.2 libtasn1.so.6 libnettle.so.8 libhogweed.so.6 libgmp.so.10 \
		libffi.so.8 libncursesw.so.6 libtinfo.so.6; do
		cp -L "$libraries/$name" "$home/root/agent/lib/"
	done
	mkdir -p "$home/root/agent/docs"
	cp -r "$top/tests" "$top/packaging" "$home/root/agent/"
	cp -r "$top/docs/sample" "$home/root/agent/docs/"
}

guest_init() {
	cat <<'END'
#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t tracefs tracefs /sys/kernel/tracing
/bin/busybox mount -t bpf bpf /sys/fs/bpf
/bin/busybox mkdir -p /dev/shm
/bin/busybox mount -t tmpfs -o mode=1777 tmpfs /dev/shm
/bin/busybox mount -t tmpfs -o mode=1777 tmpfs /tmp
/bin/busybox ip link set lo up
/bin/busybox ln -s /proc/self/fd /dev/fd
export PATH=/usr/sbin:/usr/bin HOME=/tmp LC_ALL=C.UTF-8 LD_LIBRARY_PATH=/agent/lib
cd /agent
(/bin/sh /command) </dev/null 2>&1
echo "status: $?"
/bin/busybox poweroff -f
END
}

[ -e "$home/.complete" ] || fetch
add_agent
guest_init >"$home/root/init"
chmod 755 "$home/root/init"
printf "'%s' " "$@" >"$home/root/command"
guest_files "$home/root" | gzip -1 >"$home/initrd"
guest_run qemu-system-aarch64 -machine virt -cpu "${ARM64_CPU:-cortex-a72}" -m 2048 \
	-accel tcg,thread=single -append 'console=ttyAMA0 panic=-1 quiet' || {
	status=$?
	cat "$home/console"
	exit "$status"
}
tr -d '\r' <"$home/console" | grep -v -e '^status: ' -e 'reboot: Power down'
status=$(tr -d '\r' <"$home/console" | sed -n 's/^status: //p')
exit "${status:-125}"
