# With --all, programs name files if the operator of the service lets them.

cat >a.pl <<'PERL'
sub DB::enable_profile {}
until (-e 'end') { select undef, undef, undef, 0.01 }
DB::enable_profile(shift);
my $x = 2;
PERL
run_one() {
	perl "$PWD/a.pl" "$PWD/named" & W=$!
	await any "out/*.$W.*.nytprof"
	touch end
	wait $W
	rm end
}

# Records two, with more options for the agent.
record_two() {
	(
		$AGENT --all --mode=trace --match=$PWD --output-dir=$PWD/out --interval=1 "$@" & A=$!
		recording
		run_one
		run_one
		kill -INT $A
		wait $A
	) >stdout 2>stderr
	expect_status 0
}

record_two
expect [ ! -e named ]
expect [ "$(ls out/*.nytprof | wc -l)" = 4 ]
expect [ "$(grep -c 'asked for' stderr)" = 1 ]

record_two --program-files=yes
expect [ "$(ls named out/*.nytprof | wc -l)" = 7 ]

read_profile named
expect_line /a.pl:4 1
