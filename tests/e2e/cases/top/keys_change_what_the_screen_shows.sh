# The screen of 80 columns and 24 lines: views, a sub, a filter, freezing, help, and the end.

start_busy
screen 80 24 $AGENT top --pid $busy --rate=499
until_seen '^ *[0-9.]* .* main::hot$'
expect_out "process $busy: perl busy.pl"
expect_out '  %OWN %incl %total     own    incl'
expect [ "$(row 1 | tail -n 1)" = main::hot ]

keys Tab
until_seen '%OWN %total .* line$'
until_seen 'busy.pl:2  my .x = 0; .x'
keys 3
until_seen "^ *$busy .* busy.pl$"
keys Enter
until_seen "^subs of process $busy"
until_seen 'main::hot$'

# Its callers and lines.
keys Enter
until_seen '^main::hot (Backspace: back)$'
until_seen 'main::serve at .*busy.pl:5'
until_seen 'busy.pl:2  my .x'
keys BSpace
until_seen 'main::warm$'

keys / w a r Enter
until_seen ', filter war'
until_gone main::hot
keys BSpace
until_seen main::hot

keys n
until_seen ' SUB$'
keys '<'
until_seen ' WAITED '
keys o
until_seen ' %OWN '

keys Space
until_seen 'frozen: space goes on'
look
cp stdout frozen
sleep 1.5 # a frozen screen stays as it is for more than an interval
look
expect cmp -s frozen stdout
keys Space
until_gone frozen

keys h
until_seen '^Keys$'
keys h
until_gone '^Keys$'
keys q
await [ -e status ]
expect [ "$(cat status)" = 'status 0' ]
stop $busy
