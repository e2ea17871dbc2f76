# A perl in an unexpected place is attached to late, and that is said.

cat >a.pl <<'PERL'
until (-e 'enough') {
    my $y = 0;
    my $x = 1;
}
PERL

mkdir deep
cp /usr/bin/perl deep/renamed
(
	$AGENT -- sh -c 'deep/renamed a.pl' &
	await grep -q 'had no probes yet' stderr
	sleep 1
	touch enough
	wait $!
) >stdout 2>stderr
expect_status 0 || exit
expect_err 'had no probes yet'
expect_err 'not recorded: the beginning of 1 process; '
expect_no_err 'nothing (0)'

read_profile nytprof.out
expect_that "$(number_after 'attr agent_lost_BEGIN_US ') > 100"
expect_that "$(number_after '/a.pl:3 ') > 1000"
