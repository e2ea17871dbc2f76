# A reload that changes group changes it for the socket, and for who watches already.

configure() {
	printf 'interval = 1\nmatch = %s\n%s\n' "$PWD" "$1" >conf
}

reloads() {
	grep -c ': reloaded ' said
}

# Takes effect within a tick: the next socket is another file.
reload() {
	local before
	before=$(reloads)
	configure "$1"
	kill -HUP $A
	await is_more "$before"
}

is_more() {
	[ "$(reloads)" -gt "$1" ]
}

lets_in() {
	as_member "$1" ctl status >stdout 2>stderr
}

# Not that it has ended the connection, which is one of before.
keeps_out() {
	! lets_in "$1" && grep -q "can't connect" stderr
}

start_units
configure 'group = shop:4242'
: >said
$AGENT --all --mode=sample --rate=499 --config=conf --output-dir=$PWD/out >/dev/null 2>>said & A=$!
recording said
await is_sampled $shop
await is_sampled $mail
run 0 as_member 4242 ctl status
run 1 as_member 4343 ctl status
watch_as 54321 tables

reload 'group = shop:4343,mail:4242'
await lets_in 4343
expect_out shop.pl
expect_no_out mail
run 0 as_member 4242 ctl status
expect_out mail.pl
expect_no_out shop
wait $W
expect_status 1
expect_in tables.said "recorder $A has ended, or has stopped to send"
expect_not_in tables mail

reload ''
await keeps_out 4343
expect_one_line "can't connect to any recorder"
expect [ ! -e $S/$A.sock ]
reload 'group = 4444'
await lets_in 4444
expect_out shop.pl
expect_out mail.pl
run 0 $AGENT ctl reload
await lets_in 4444
end_units
end_all
