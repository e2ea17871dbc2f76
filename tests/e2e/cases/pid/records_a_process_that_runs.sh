# A process that runs is recorded, with the calls that are under way.

start_server
run 0 $AGENT --pid $server -d 1.5 || exit
stop $server
expect_err 'not recorded: nothing (0)'

read_profile nytprof.out
requests=$(number_after 'main::serve main::request ')
handled=$(number_after 'main::request main::handle ')
expect_that "$requests > 20"
expect_that "$handled - 10 * $requests <= 10"
expect_that "$handled - 10 * $requests >= -10"

# Under way since before the attach: time, and no count.
expect_out 'call '
expect_that "$(number_after 'main::RUNTIME main::serve ') == 0"
expect_that "$(number_after 'main::RUNTIME main::serve 0 ') > 1.0"
expect_out '/server.pl:2 sub handle'
