# Two recorders of one process: each is told, and each has a file.

# $server is its pid.
start_server() {
	cp "$SUITE/server.pl" .
	perl "$PWD/server.pl" & server=$!
	await [ -e up ]
}

# Waits for a text in a file.
until_in() {
	await grep -qs "$1" "$2"
}

# The calls that a recorder speaks of: said PROFILE MESSAGES; and those that are in a profile.
said() {
	sed -n "s/^nytprof-bpf: $1: .* lines, \([0-9]*\) calls .*/\1/p" "$2"
}

calls_in() {
	profile "$1" | awk '/^sub / { n += $3 } END { print n }'
}
