# The sum of the profiles of a time and a unit, as report, export and merge have it.
record_services

run 0 $AGENT report --since "$T0" --until "$T1" --unit shop out
expect_err 'out: the sum of 3 profiles, from '
expect [ "$(calls_of main::price)" = 600 ]
expect_no_out main::send_mail
run 0 $AGENT report --since "$T2" --until "$T3" --unit 'shop*' out
expect [ "$(calls_of main::price)" = 1800 ]
run 0 $AGENT report --since "$T0" out
expect_err 'out: the sum of 12 profiles, from '
expect [ "$(calls_of main::price)" = 2400 ]
expect [ "$(calls_of main::send_mail)" = 600 ]

# One that is only partly in the time counts in whole: a page has the sum of what there is.
run 0 $AGENT report --html -o page.html --until "$T1" --unit shop out
expect_in page.html main::price
run 0 $AGENT merge -o sum.nytprof --since "$T2" out
profile sum.nytprof >stdout
expect_out 'main::page main::price 1800 '
run 0 $AGENT export --format=csv --since "$T2" --unit mail out
expect_out mail.pl
expect_no_out shop.pl

# A profile that begins before the time, and ends in it.
inside long.service $AGENT -q -o out/long.nytprof -- perl -e 'sub f { 1 } f(); open my $f, ">", "running"; close $f; select undef, undef, undef, 0.05 until -e "end"' & L=$!
await [ -e running ]
await_next_second
T4=$(now)
await_next_second
touch end
wait $L
run 0 $AGENT report --since "$T4" out
expect_err '1 of them began before or ended after the time that was asked for'

# What is wrong.
run 1 $AGENT report --until '2001-01-01' out
expect_one_line 'out has no such profile of that time; its profiles are from 20'
run 1 $AGENT report --unit nobody out
expect_one_line 'out has no such profile'
run 2 $AGENT report --since 1h --until 2h out
expect_one_line '--since is later than --until'
run 2 $AGENT report --since 1h sum.nytprof
expect_one_line 'choose profiles of one directory'
$AGENT -q --mode=sample --rate=999 -o out/sampled.nytprof -- perl -e '1 for 1 .. 5e6'
run 1 $AGENT report out
expect_err 'was recorded in another mode'
rm out/sampled.nytprof
echo 'NYTProf 5 0' >out/damaged.nytprof
run 0 $AGENT report --since "$T2" --unit shop out
expect [ "$(calls_of main::price)" = 1800 ]
