#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Runs a command as root under the kernel of a Debian release, in qemu:
#
#   tests/machines/kernel-matrix.sh [-t SECONDS] DIR SUITE COMMAND...
#
# The guest sees this machine's files, read-only, with empty /tmp, /run and /dev/shm.  It can write
# to $KERNEL_OUT, which is DIR/SUITE/out here.  DIR/SUITE keeps the kernels.  The command starts in
# the current directory.  Exits with its status, or with 124 after SECONDS.
#
# Without KVM the processor is emulated.  Then this shows what works, but not how long it takes.
#
# Debian: qemu-system-x86 busybox-static cpio xz-utils zstd.

set -eu

limit=300
# shellcheck source=tests/machines/guest.sh
. "$(dirname "$0")/guest.sh"

# The packages behind linux-image-amd64: the image, or since 2025 its parts.
fetch_kernel() {
	echo "fetching the kernel of Debian $suite"
	apt_begin "$suite"
	mkdir "$apt_dir/root"
	# shellcheck disable=SC2046 # words
	apt_download $(apt_wanted linux-image-amd64 | grep '^linux-[a-z]*-[0-9]')
	apt_unpack "$apt_dir/root"
	make_images "$apt_dir/root"
	apt_end
}

# A module behind those that it needs; one that is built in has no file.
add_module() {
	name=$(echo "$1" | tr - _)
	[ -z "$(find "$init/modules" -name "*-$name.ko")" ] || return 0
	file=$(find "$modules" -name '*.ko*' | grep "/$(echo "$name" | sed 's/_/[-_]/g')\.ko" || :)
	[ -n "$file" ] || return 0
	case $file in
	*.xz) xz -dc "$file" ;;
	*.zst) zstd -qdc "$file" ;;
	*) cat "$file" ;;
	esac >"$init/$name.ko"
	for needed in $(tr '\0' '\n' <"$init/$name.ko" | LC_ALL=C sed -n 's/^depends=//p' | tr , ' '); do
		(add_module "$needed")
	done
	n=$(find "$init/modules" -type f | wc -l)
	mv "$init/$name.ko" "$init/modules/$((10 + n))-$name.ko"
}

# What is needed to mount the files of this machine.
make_images() {
	modules=$(find "$1" -path '*/lib/modules/*' -prune | head -n 1)
	init=$1/init
	mkdir -p "$init/bin" "$init/modules" "$init/proc" "$init/sys" "$init/dev" "$init/new"
	for module in virtio_pci 9pnet_virtio 9p; do
		add_module "$module"
	done
	cp "$(command -v busybox)" "$init/bin/busybox"
	guest_init >"$init/init"
	chmod 755 "$init/init"
	guest_files "$init" >"$home/initrd"
	cp "$1/boot/vmlinuz-${modules##*/}" "$home/vmlinuz" 2>/dev/null || cp "$modules/vmlinuz" "$home/vmlinuz"
	echo "${modules##*/}" >"$home/release"
}

guest_init() {
	cat <<'END'
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
for module in /modules/*.ko; do insmod $module 2>/dev/null; done
share=trans=virtio,version=9p2000.L,msize=512000
mount -t 9p -o ro,$share,cache=loose root /new || poweroff -f
for dir in tmp run; do mount -t tmpfs tmpfs /new/$dir; done
mkdir /new/run/out
mount -t 9p -o rw,$share out /new/run/out || poweroff -f
for dir in proc sys dev; do mount --move /$dir /new/$dir; done
exec switch_root /new /bin/sh /run/out/guest
END
}

# Process 1, when the root is in its place.
guest_main() {
	cat <<'END'
mkdir -p /dev/shm /dev/pts
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t devpts devpts /dev/pts
mount -t tracefs tracefs /sys/kernel/tracing
mount -t bpf bpf /sys/fs/bpf
chmod 1777 /tmp
ln -s /proc/self/fd /dev/fd
ip link set lo up 2>/dev/null
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/tmp LC_ALL=C.UTF-8 KERNEL_OUT=/run/out
(sh /run/out/command) </dev/null >/run/out/log 2>&1
echo $? >/run/out/status
sync
echo o >/proc/sysrq-trigger
sleep 60
END
}

[ -e "$home/release" ] || fetch_kernel
rm -rf "$home/out"
mkdir "$home/out"
guest_main >"$home/out/guest"
{
	printf "cd '%s' && exec" "$PWD"
	for word; do
		printf " '"
		printf %s "$word" | sed "s/'/'\\\\''/g"
		printf "'"
	done
	echo
} >"$home/out/command"

accel='tcg,thread=single' cpu=max,la57=off
if [ -w /dev/kvm ] && grep -qwE 'vmx|svm' /proc/cpuinfo; then
	accel=kvm cpu=host
fi
echo "Linux $(cat "$home/release") ($accel)"
share() {
	echo "-fsdev local,id=$1,path=$2,security_model=none,multidevs=remap,readonly=$3
		-device virtio-9p-pci,fsdev=$1,mount_tag=$1"
}
# One thread for all emulated processors: code that is patched on one is seen by the others.
# shellcheck disable=SC2046 # words
guest_run qemu-system-x86_64 -machine q35 -m "${KERNEL_MEMORY:-1024}" -accel "$accel" -cpu "$cpu" \
	-append 'console=ttyS0 panic=-1 no_timer_check tsc=reliable quiet' \
	$(share root / on) $(share out "$home/out" off) || {
	status=$?
	cat "$home/out/log" 2>/dev/null || :
	exit "$status"
}
cat "$home/out/log"
[ -s "$home/out/status" ] || {
	echo "$0: the guest ended before the command did:" >&2
	tail -n 20 "$home/console" >&2
	exit 125
}
exit "$(cat "$home/out/status")"
