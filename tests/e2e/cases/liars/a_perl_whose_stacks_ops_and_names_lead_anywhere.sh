# A perl whose stacks, ops and names lead anywhere: what it ran before and behind the lies is as true as ever.

make_liar
(
	export LIAR_CHILDREN=20
	ulimit -v 4000000
	$AGENT -- ./liar a.pl
) >stdout 2>stderr
expect_status 0 || exit
expect_err 'not recorded: '
expect_no_err 'nothing (0)'

# Every file can be read.
for file in nytprof.out.*; do
	run 0 profile "$file"
done

read_profile nytprof.out
expect_line /a.pl:2 1
expect_line /a.pl:1 13
expect_out 'main::RUNTIME main::one 3 '
