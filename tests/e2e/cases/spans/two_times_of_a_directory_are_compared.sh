# What was deployed between two times is found.
record_services

run 1 $AGENT diff --old="$T0..$T1" --new="$T2..$T3" --unit shop --fail-if='sub>50%' out
expect_err '--fail-if=sub>50%: main::p'
expect_out main::price
expect_no_out main::send_mail
run 0 $AGENT diff --json --old="$T0..$T1" --new="$T2.." --unit shop out
expect_out '"name":"main::price"'
perl -MJSON::PP -0ne 'print map { "$_->{old_count} $_->{new_count}\n" } grep { $_->{name} eq "main::price" } @{ decode_json($_)->{subs} }' stdout >counts
expect [ "$(<counts)" = '600 1800' ]
run 0 $AGENT diff --html -o page.html --old="..$T1" --new="$T2.." --unit shop out
expect_in page.html main::price

# What is wrong.
run 2 $AGENT diff --old=1h.. out
expect_one_line 'diff: give --old=FROM..TO, --new=FROM..TO and one directory'
run 2 $AGENT diff --old=1h --new=.. out
expect_one_line '--old=1h: must be FROM..TO'
run 2 $AGENT diff --old=1h..2h --new=1h.. out
expect_one_line '--old=1h..2h: begins later than it ends'
run 1 $AGENT diff --old=..2001-01-01 --new=1h.. out
expect_one_line 'out has no such profile of that time'
