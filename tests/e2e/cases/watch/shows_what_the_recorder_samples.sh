# Subs, lines and processes, as the recorder samples them.

start_busy 1
start_service
run 0 $AGENT top --service --pid $busy -n 3
expect_out "what recorder $A samples"
expect_out 'sample, 499 Hz'
expect_that "$(awk '/^ *%/ { rows = NR } $NF == "main::hot" { hot = $3 } $NF == "main::warm" { warm = $3 } END { print hot + 0, ">", warm + 0 }' stdout)"
expect_that "$(awk '$NF == "main::hot" { print $3; exit }' stdout) > 50"
run 0 $AGENT top --service --pid $busy -n 2 --view=lines
expect_out "busy.pl:1"
run 0 $AGENT top --service --pid $busy -n 2 --view=processes
expect_out "busy.pl"
stop $busy
end_all
