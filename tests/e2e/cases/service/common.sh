# --all as a service: a configuration file, reloads, and what a manager and the journal are told.

# Starts the agent with the file "conf" and more options; it is $A, and what it says is in "said".
start_service() {
	: >said
	$AGENT --all --mode=trace --config=conf --output-dir=$PWD/out "$@" 2>said & A=$!
	await records_or_is_over
}

records_or_is_over() {
	grep -q 'recording every' said || ! kill -0 $A 2>/dev/null
}

# Has it read its file again; or it has said what is wrong.
reload() {
	local before
	before=$(reloads)
	kill -HUP $A
	await has_more_reloads "$before"
}

reloads() {
	grep -c -e ': reloaded ' -e 'the configuration is unchanged$' said
}

has_more_reloads() {
	[ "$(reloads)" -gt "$1" ] || ! kill -0 $A 2>/dev/null
}

# Ends it; its status is the argument, or 0.
end_service() {
	kill -TERM $A
	wait $A
	expect_status "${1:-0}"
}

# What a manager is told is in "notes".
start_manager() {
	perl "$TOP/tests/e2e/notified.pl" "$PWD/socket" >>notes & M=$!
	await grep -q listening notes
	export NOTIFY_SOCKET=$PWD/socket
}

# Workers of such names, which work until there is NAME.end.
put_workers() {
	local name
	for name; do cp "$SUITE/worker.pl" "$name"; done
}

seen() {
	await any "out/*.$1.*.nytprof"
}

# Until the perl is known: the first one of a perl is late.
warm_up() {
	perl "$PWD/warm.pl" >warm.count & X=$!
	seen $X
	touch warm.pl.end
	wait $X
}
