# Members of a group see the units of their group, those of two groups see both, and others see nothing.

start_units
start_service --group=shop*:4242,mail.service:4343
expect [ "$(stat -c '%a %u' /run/nytprof-bpf)" = '700 0' ]
expect [ "$(stat -c '%a %u' $S)" = '755 0' ]

run 0 as_member 4242 ctl status
expect_out "recorder $A: on"
expect_out "$shop $PWD/shop.pl: on, "
expect_no_out mail
expect_no_out $mail
run 0 as_member 4343 ctl status
expect_out "$mail $PWD/mail.pl: on, "
expect_no_out shop
run 0 as_member 4242,4343 ctl status
expect_out "$PWD/shop.pl: on, "
expect_out "$PWD/mail.pl: on, "
run 0 setpriv --reuid=54321 --regid=4242 --clear-groups ./agent ctl status $shop
expect_out "$PWD/shop.pl: on, "
expect_no_out mail
run 0 as_member 4242 ctl status $A
expect_no_out mail

# What is another unit's is as what is not there.
refusal='is not recorded in a unit that your groups read: "nytprof-bpf ctl status" shows those that are'
for verb in status flush; do
	run 1 as_member 4242 ctl $verb $mail
	expect_one_line "recorder $A: process $mail $refusal"
	run 1 as_member 4242 ctl $verb 4194303
	expect_one_line "recorder $A: process 4194303 $refusal"
done
run 1 as_member 4242 top --service --pid $mail -n 1
expect_one_line "process $mail $refusal"

# Others.
run 1 as_member 4444 ctl status
expect_one_line "can't connect to any recorder: /run/nytprof-bpf: Permission denied: use sudo, or ask for a group of --group"
run 1 as_member 4444 top --service -n 1
expect_one_line "can't connect to any recorder"
run 1 setpriv --reuid=54321 --regid=54321 --clear-groups ./agent ctl flush $shop
expect_one_line "can't connect to any recorder"
end_units
end_all
expect [ ! -e $S/$A.sock ]
