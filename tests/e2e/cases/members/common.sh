# Members of the groups of --group, who are not root, use ctl and top --service.

# They find only the recorders of their own case.
if [ -z "${ALONE-}" ]; then
	mkdir -p /run/nytprof-bpf /run/nytprof-bpf-group
	# shellcheck disable=SC2016 # the inner shell's
	ALONE=1 LOG=$LOG exec unshare -m bash -c 'mount -t tmpfs -o mode=700 none /run/nytprof-bpf &&
		mount -t tmpfs -o mode=755 none /run/nytprof-bpf-group && exec bash "$@"' - "$TOP/tests/e2e/cases/lib.sh" "$1"
fi

R=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)
G=$R/nyt-$$
S=/run/nytprof-bpf-group
remove_groups() {
	find $G -depth -type d -exec rmdir {} +
}
defer remove_groups
mkdir -p $G
chmod 755 .
cp "$AGENT" agent

# A process in a unit: $pid is its own.  Its time is in the sub with the name of the unit.
start_unit() {
	cat >"$1.pl" <<PERL
sub $1 { my \$x = 0; \$x += \$_ for 1 .. 20_000; return \$x }
open my \$up, '>', "up.\$\$"; close \$up;
$1(), select(undef, undef, undef, 0.002) while !-e 'end';
PERL
	mkdir -p "$G/$1.service"
	(echo $BASHPID >"$G/$1.service/cgroup.procs" && exec perl "$PWD/$1.pl") & pid=$!
	await [ -e up.$pid ]
}

# shop and mail; $shop and $mail are their process ids.
start_units() {
	start_unit shop
	shop=$pid
	start_unit mail
	mail=$pid
}

# Samples them; the recorder is $A.
start_service() {
	: >said
	$AGENT --all --match=$PWD --mode=sample --rate=499 --output-dir=$PWD/out --interval=1 "$@" >/dev/null 2>>said & A=$!
	recording said
	await is_sampled $shop
	await is_sampled $mail
}

is_sampled() {
	$AGENT ctl status >units 2>/dev/null && grep -q "^$1 " units
}

end_units() {
	touch end
	wait $shop $mail
}

# The agent as a member of these groups, and of no other: as_member 4242,4343 ctl status
as_member() {
	setpriv --reuid=54321 --regid=54321 --groups="$1" ./agent "${@:2}"
}

# A user of that number, of the group 4242, watches; the tables are in a file: watch_as UID FILE; it is $W.
watch_as() {
	setpriv --reuid="$1" --regid="$1" --groups=4242 ./agent top --service --batch >"$2" 2>"$2.said" & W=$!
	await grep -qs main::shop "$2"
}
