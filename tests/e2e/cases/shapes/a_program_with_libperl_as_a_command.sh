# A program with libperl, as a command: one that runs perl's main part, and one that does not.

link_host host -- -lperl
make_served
for no_run in '' 1; do
	run 0 env ${no_run:+HOST_NO_RUN=1} HOST_CALLS=5 $AGENT -- ./host c.pl
	expect_err 'not recorded: nothing (0)'
	read_profile nytprof.out
	[ $no_run ] && expect_line /c.pl:1 0 || expect_line /c.pl:1 1
	expect_line /c.pl:3 5
	expect_line /c.pl:4 5
	expect_line /c.pl:6 50
	expect_out 'main::work main::one 50 '
	expect_out ' main::work 5 '
	# It has slept for 1.5 s, but in no statement.
	expect_that "$(lines_s) < 0.3"
done
