# Stacks as the program itself has them, and what it waits for.

# Each construct but for some, in a perl: the program's words, and ours.  $tree: its root, "" for this one.
compare_constructs() {
	local tree=$1 construct dir program
	dir=$(mktemp -d "$tree/tmp/nytprof-dump.XXXXXX")
	cp -r "$SUITE/constructs.pl" "$SUITE/Devel" "$dir"
	for construct in $(perl "$SUITE/constructs.pl" --list); do
		compare_construct "$tree" "$dir" "$construct"
	done
	for construct in plain sort_sub_name closure eval_text; do
		compare_construct "$tree" "$dir" $construct "-I${dir#"$tree"}" -d:Calls
	done
	rm -r "$dir"
}

compare_construct() {
	local tree=$1 dir=$2 construct=$3 target
	shift 3
	: >said
	chroot "${tree:-/}" perl "$@" "${dir#"$tree"}/constructs.pl" "$construct" >said 2>complaints </dev/null & target=$!
	await said_or_ended "$target"
	expect grep -qE '^(ready|not there)' said || fail "$construct: $(cat complaints)"
	if grep -q '^ready' said; then
		await in_sleep "$target"
		"$AGENT" dump --json --pid "$target" >dumped 2>complaints
		status=$?
		expectations=$((expectations + 1))
		[ $status = 0 ] || fail "$construct: status $status: $(cat complaints)"
		perl "$SUITE/compare.pl" said dumped >differences 2>&1 ||
			fail "$construct in ${tree:-this root}: $(cat differences)"
		stop "$target"
	fi
	wait "$target" 2>/dev/null
}

said_or_ended() {
	grep -qE '^(ready|not there)' said || ! readlink /proc/"$1"/exe >/dev/null
}

# Some thread of it sleeps.
in_sleep() {
	grep -qs nanosleep /proc/"$1"/task/*/wchan
}

# Starts a perl program that says on fd 3 that it will wait, and awaits that it does, in a system call: waiter CALL PROGRAM
waiter() {
	: >up
	perl -e "open my \$up, '>', 'up'; print \$up \"up\n\"; close \$up; $2" </dev/null >/dev/null 2>&1 & server=$!
	await grep -q up up
	await waits_in "$server" "$1"
}

waits_in() {
	local text
	text=$("$AGENT" dump --pid "$1" 2>/dev/null)
	[[ $text == *" waits in $2"* ]]
}

dump() {
	run 0 "$AGENT" dump --pid "$server"
}
