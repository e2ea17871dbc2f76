# The first minutes: what a user types first, and gets wrong.

# Runs a command as sudo does for user 65534: with its environment and PATH, and a caller that can be asked for its own.
as_sudo() {
	perl "$SUITE/as_sudo.pl" "$@"
}
