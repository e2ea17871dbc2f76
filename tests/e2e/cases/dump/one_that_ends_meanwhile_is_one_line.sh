# Processes that end while they are looked at: each is shown, or one line says that it has ended.

# A child that has not yet become perl is no perl, and is not what is tried here.
is_shell() {
	[ /proc/"$1"/exe -ef "$BASH" ]
}

dump_a_short_one() {
	local pid
	perl -e 'sub f { select undef, undef, undef, rand 0.05 } f()' </dev/null & pid=$!
	while is_shell $pid; do :; done
	"$AGENT" dump --pid $pid >stdout 2>stderr
	status=$?
	if [ $status != 0 ]; then
		expect [ $status = 1 ]
		expect_one_line " $pid"
		expect [ ! -s stdout ]
	fi
	grep -q 'has ended' stderr
}
for i in {1..20}; do dump_a_short_one; done
await dump_a_short_one
