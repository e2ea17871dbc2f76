# SPDX-License-Identifier: GPL-2.0-or-later
#
# Functions for scripts that fetch packages of another Debian release.  apt runs with its own lists
# and state, and uses this machine's mirror.  Source this file, do not run it:
#
#   apt_begin SUITE [ARCHITECTURE [deb-src]]; apt_download PACKAGE...; apt_unpack DIR; apt_end
#
# ARCHITECTURE is Debian's name of one.  The default is this machine's.  With deb-src there are
# sources in place of packages: apt_suite source PACKAGE.
#
# experimental is not a complete release.  Packages that it does not have come from sid.

# The first Debian mirror of this machine's apt; the security archive has no whole releases.
apt_mirror() {
	# shellcheck disable=SC2016 # apt's own variable
	apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
		grep -v -e security -e '^file:' | head -n 1
}

apt_end() {
	rm -rf "$apt_dir"
}

apt_begin() {
	apt_dir=$(mktemp -d)
	apt_arch=${2:-$(dpkg --print-architecture)}
	trap apt_end EXIT
	mkdir -p "$apt_dir/lists/partial" "$apt_dir/archives/partial"
	mirror=${DEBIAN_MIRROR:-$(apt_mirror)}
	[ -n "$mirror" ] || {
		echo "$0: apt knows no Debian mirror: set DEBIAN_MIRROR" >&2
		exit 1
	}
	apt_release=$1
	for apt_from in "$1" $([ "$1" != experimental ] || echo sid); do
		echo "${3:-deb} [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
			"$mirror $apt_from main"
	done >"$apt_dir/sources.list"
	apt_suite -qq update
}

apt_suite() {
	apt-get -o APT::Architecture="$apt_arch" -o APT::Architectures="$apt_arch" \
		-o APT::Sandbox::User= -o Acquire::Languages=none \
		-o APT::Default-Release="$apt_release" \
		-o Dir::Etc::sourcelist="$apt_dir/sources.list" -o Dir::Etc::sourceparts=/dev/null \
		-o Dir::Etc::preferencesparts=/dev/null -o Dir::State::lists="$apt_dir/lists" \
		-o Dir::State::status=/dev/null -o Dir::State::extended_states="$apt_dir/states" \
		-o Dir::Cache="$apt_dir" -o Dir::Cache::archives="$apt_dir/archives" \
		-o Debug::NoLocking=1 "$@"
}

# What "apt-get install" would bring to an empty system.
apt_wanted() {
	apt_suite -qq --no-install-recommends --simulate install "$@" | sed -n 's/^Inst \([^ ]*\) .*/\1/p'
}

# Into $apt_dir/debs.
apt_download() {
	mkdir -p "$apt_dir/debs"
	(cd "$apt_dir/debs" && apt_suite -qq download "$@" >/dev/null)
}

# All of them into a directory; more options are tar's.
apt_unpack() {
	apt_to=$1
	shift
	for deb in "$apt_dir"/debs/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$apt_to" --keep-directory-symlink --no-same-owner \
			--exclude='./usr/share/doc' "$@"
	done
}
