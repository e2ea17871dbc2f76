# Tables name the hottest sub and line first, and the shares of an interval add up to 100.

start_busy
run 0 $AGENT top --pid $busy --rate=499 -n 2 || exit
expect_out "nytprof-bpf top: process $busy: perl busy.pl"
expect_out 'sample, 499 Hz: estimates; 1 process, '
expect_out '; dropped: 0'
expect [ "$(row 1 | tail -n 1)" = main::hot ]
expect_that "$(row 1 | head -n 1) > 60"
expect_that "$(sum_of_first 6) > 99.5 && $(sum_of_first 6) < 100.5"
expect [ "$(grep -c '^nytprof-bpf top' stdout)" = 2 ]
expect_no_out $'\e'
expect [ ! -e nytprof.out ]

run 0 $AGENT top --pid $busy --rate=499 -n 1 --view=lines || exit
expect grep -q "^ .* $PWD/busy.pl:2  my .x = 0; .x += ._ \* 3 for" stdout
expect_that "$(sum_of_first 6) > 99.5 && $(sum_of_first 6) < 100.5"

run 0 $AGENT top --pid $busy --rate=499 -n 1 --view=processes --top=1 || exit
expect [ "$(row 1 | head -n 1)" = $busy ]
expect [ "$(row 1 | tail -n 1)" = busy.pl ]
stop $busy
