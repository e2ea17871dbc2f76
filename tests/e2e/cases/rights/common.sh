# packaging/container/README.md says which capabilities the agent needs, and for what.  Each row of its table is tried:
# with the whole set recording works; without one capability what is said there happens.

# Those of the manifests but sys_admin, which only some kernels take; tests/packaging/container.pl compares them.
SET="bpf perfmon sys_ptrace checkpoint_restore dac_read_search setuid setgid"
ALL=-all,+${SET// /,+}

# All but one of them: all_but NAME
all_but() {
	echo "${ALL/,+$1/}"
}

# Runs a command as root with no more capabilities than these: root_with LIST COMMAND...
root_with() {
	setpriv --bounding-set "$1" "${@:2}"
}

NOBODY='--reuid=65534 --regid=65534 --clear-groups'

# Runs a command as nobody who has these: nobody_with LIST COMMAND...
nobody_with() {
	setpriv $NOBODY --bounding-set "$1" --inh-caps "$1" --ambient-caps "$1" "${@:2}"
}

# A perl and a script in a directory of their own, whose rights the cases change.
mkdir -m 755 priv
cp /usr/bin/perl priv/perl
cp "$SUITE/worker.pl" priv/a.pl
cp "$SUITE/worker.pl" a.pl

# Starts a perl of nobody's that works until there is a file "end": start_worker PERL SCRIPT; $W is its pid.
start_worker() {
	setpriv $NOBODY "$@" & W=$!
	await grep -qsx $W up
}

expect_work() {
	read_profile w.out
	expect_that "$(number_after 'a.pl:5 main::RUNTIME main::work ') > 10"
}
