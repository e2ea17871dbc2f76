# A command whose user can't be told does not run: root's shell by mistake would be the alternative.

refused() {
	SUDO_UID=$1 SUDO_GID=$2 run 1 $AGENT -- perl -e 'open F, q(>ran)'
	expect_one_line "$3"
	expect [ ! -e ran ]
}
refused '' 65534 'SUDO_UID is ""'
refused nobody 65534 'SUDO_UID is "nobody"'
refused 4294967296 65534 'SUDO_UID is "4294967296"'
refused 65534 '' 'SUDO_GID is ""'
refused 65534 -1 'SUDO_GID is "-1"'
refused 4242424 65534 'there is no such user'

SUDO_UID=65534 run 1 $AGENT -- perl -e 'open F, q(>ran)'
expect_one_line 'SUDO_GID is not set'
expect [ ! -e ran ]
SUDO_UID=x SUDO_GID=1 run 1 $AGENT --all --output-dir=out
expect_one_line 'SUDO_UID is "x"'
