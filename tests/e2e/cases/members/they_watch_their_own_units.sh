# top --service shows members their units, with the figures of those.

start_units
start_service --group=shop:4242,mail:4343
run 0 as_member 4242 top --service --batch -n 2
expect_out main::shop
expect_no_out mail
run 0 as_member 4242 top --service --batch -n 2 --view=processes
expect_out shop.pl
expect_no_out mail
run 0 as_member 4242 top --service --pid $shop --batch -n 1
expect_out main::shop
run 0 as_member 4242,4343 top --service --batch -n 2
expect_out main::shop
expect_out main::mail
run 0 $AGENT top --service --batch -n 2
expect_out main::shop
expect_out main::mail

# One user's two leave places for others, and root has his own.
watchers=
for i in 1 2; do
	watch_as 54321 tables.$i
	watchers="$watchers $W"
done
run 1 as_member 4242 top --service --batch -n 1
expect_one_line "recorder $A: you watch 2 times already, which is the limit: end one"
for i in 3 4; do
	watch_as 54322 tables.$i
	watchers="$watchers $W"
done
run 1 setpriv --reuid=54323 --regid=54323 --groups=4343 ./agent top --service --batch -n 1
expect_one_line "4 members of groups watch already, which is the limit: try again later"
run 0 $AGENT top --service --batch -n 1
expect_out main::mail
# shellcheck disable=SC2086 # several
kill -INT $watchers
# shellcheck disable=SC2086
wait $watchers
expect_not_in tables.1 mail
expect_not_in tables.4 mail
end_units
end_all
