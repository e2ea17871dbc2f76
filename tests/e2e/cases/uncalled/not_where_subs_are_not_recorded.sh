# A profile without calls has no subs: NYTProf's option subs.

start_waiting
(
	NYTPROF=subs=0 $AGENT --pid $target & A=$!
	recording
	touch go
	wait $A
) >stdout 2>stderr
expect_status 0
wait $target
read_profile nytprof.out
expect_line /a.pl:10 3
expect_no_sub main::uncalled
