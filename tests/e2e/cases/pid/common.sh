# --pid

# Starts server.pl, with arguments for perl; $server is its pid.
start_server() {
	cp "$SUITE/server.pl" .
	perl "$@" server.pl & server=$!
	await [ -e "up.$server" ]
}
