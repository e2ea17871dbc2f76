#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Installs missing Debian packages:
#
#   scripts/setup.sh build     to build the agent and to look at profiles
#   scripts/setup.sh test      also to run the tests
#   scripts/setup.sh compile   also to build the tests, which is what "test" begins with
#   scripts/setup.sh packages  to build and check the packages
#   scripts/setup.sh kernels   to run the tests on the kernels of other releases
#
# For the tests it also fetches perls of other releases, modules from CPAN, and Prometheus into
# build/.
#
# On other distributions the lists below tell what to install.

set -eu

build='gcc make pkg-config clang bpftool linux-libc-dev libc6-dev libbpf-dev libelf-dev libdw-dev
zlib1g-dev libcapstone-dev libcap-dev libcurl4-gnutls-dev libjansson-dev libmicrohttpd-dev libncurses-dev libprotobuf-c-dev protobuf-c-compiler libsystemd-dev
uthash-dev perl libdevel-nytprof-perl'
test='libcriterion-dev libclang-rt-dev clang-format binutils mount util-linux libcap2-bin procps libperl5.36
perltidy ack libimage-exiftool-perl libperl-critic-perl libperl-dev apache2-bin apache2-utils
libapache2-mod-perl2 postgresql-plperl-15 libcoro-perl libanyevent-perl libpoe-perl libio-async-perl
libmojolicious-perl libfuture-asyncawait-perl gcc-aarch64-linux-gnu qemu-user bash zsh fish man-db
curl strace libyaml-libyaml-perl systemd libtemplate-perl libtype-tiny-perl libeval-closure-perl
libnet-ssleay-perl libnetaddr-ip-perl libmoo-perl libmoose-perl libclass-xsaccessor-perl
libspecio-perl libcpanel-json-xs-perl valgrind vim-tiny python3-jsonschema python3-yaml protobuf-compiler golang-go
libxml2-utils tmux chromium-headless-shell openssl libio-socket-ssl-perl libdbi-perl libdbd-sqlite3-perl libdbd-pg-perl
libdbd-mariadb-perl mariadb-server postgresql-15'

packages='build-essential debhelper lintian debootstrap rpm rpmlint'
kernels='qemu-system-x86 qemu-system-arm busybox-static cpio xz-utils zstd'

case ${1:-} in
build) wanted=$build ;;
test | compile) wanted="$build $test" ;;
packages) wanted="$build $packages" ;;
kernels) wanted="$build $test $kernels" ;;
*)
	echo "usage: $0 build|compile|test|packages|kernels" >&2
	exit 2
	;;
esac

command -v dpkg-query >/dev/null || {
	echo "$0: this is no Debian; what Debian calls these is needed:" $wanted >&2
	exit 1
}
missing=
for package in $wanted; do
	[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
		missing="$missing $package"
done
if [ -n "$missing" ]; then
	[ "$(id -u)" = 0 ] || {
		echo "$0: not root; to be installed:$missing" >&2
		exit 1
	}
	export DEBIAN_FRONTEND=noninteractive
	echo "installing:$missing"
	# apt refuses all work after an installation that was interrupted.
	dpkg --configure -a --force-confold >/dev/null
	apt-get update -qq
	# shellcheck disable=SC2086 # words
	apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
case $1 in build | compile | packages) exit 0 ;; esac
# Distributions from CPAN, for their tests; the perls of other releases.
"${0%/*}/../tests/observer/fetch.sh" "${0%/*}/../build/cpan"
"${0%/*}/../tests/fetch/fetch-prometheus.sh" "${0%/*}/../build/prometheus"
"${0%/*}/../tests/fetch/fetch-kubectl.sh" "${0%/*}/../build/kubectl"
"${0%/*}/../tests/fetch/fetch-perls.sh" "${0%/*}/../build/perls" bullseye bookworm trixie sid experimental
"${0%/*}/../tests/fetch/fetch-perls.sh" -a arm64 "${0%/*}/../build/perls/arm64" bullseye bookworm trixie sid experimental
