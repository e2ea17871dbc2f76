# --push: a receiver that is not ours, and one that does not behave.

# Starts one; its address is $RECEIVER.
start_receiver() {
	rm -f port
	TOP=$TOP perl "$SUITE/receiver.pl" "$@" 2>receiver.errors & R=$!
	defer kill_receiver
	await [ -s port ]
	RECEIVER=http${2:+s}://127.0.0.1:$(<port)
}

kill_receiver() {
	kill $R 2>/dev/null
}

# Everything that came was as the API wants it.
end_receiver() {
	kill -USR1 $R
	wait $R
	expect_status 0
	expect [ ! -e wrong ]
	[ ! -e wrong ] || cat wrong
}

# How often a sub was called, by what the receiver has taken: called otlp main::work
called() {
	sum_taken calls "$@"
}

# The statements that it executed.
executed() {
	sum_taken statements "$@"
}

sum_taken() {
	perl "$SUITE/sums.pl" "$2" taken.* | awk -v "type=$1" -v "name=$3" '$1 == type && $2 == name { print $3; found = 1 } END { if (!found) print 0 }'
}

# How often the programs say that it was called.
counted() {
	cat count.* | awk '{ sum += $1 } END { print sum + 0 }'
}

# Records a.pl, and sends.
push() {
	run 0 $AGENT --push=$RECEIVER --push-queue=$PWD/queue "$@" -- perl a.pl
}

queued() {
	find queue -type f | wc -l
}

taken() {
	ls | grep -c '^taken\.'
}

has_taken() {
	[ "$(taken)" -ge "$1" ]
}

cp "$SUITE/work.pl" a.pl
