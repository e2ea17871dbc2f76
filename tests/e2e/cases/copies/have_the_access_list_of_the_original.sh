# Copies have the access list of the original.

mkdir m
cp /usr/bin/perl m
PATH=$PWD/m:$PATH

# What a user may do that has a permission there: the status.
expect_access() {
	expect "$HELPERS/give_nobody" m/perl "$1" || exit
	SUDO_UID=65534 SUDO_GID=65534 run 0 $AGENT -q -o "$PWD/x.out" -- sh -c 'm/perl -e 1; echo $?; /usr/bin/perl -e 1'
	expect_lines "$2"
	expect_no_err 'private copy of perl'
}
expect_access 0 126
expect_access 5 0
