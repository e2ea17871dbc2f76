# A process that runs is sampled, without a probe, and its profile says that it has estimates.

cat >server.pl <<'PERL'
sub busy { my $x = 0; $x += $_ for 1 .. 100_000; return $x }
sub idle { select undef, undef, undef, 0.005; return }
sub serve { while (1) { busy(); idle() } }
open my $up, '>', 'up'; close $up;
serve();
PERL

perl server.pl & server=$!
await [ -e up ]
run 0 $AGENT --mode=sample --rate=999 -v --pid $server -d 1.5 || exit
stop $server
expect_hardly_lost --mode=sample
expect_err ' samples on '
expect_no_err 'pp_nextstate'

read_profile nytprof.out
expect_out 'attr agent_sampled 999'
expect_out 'attr application server.pl (estimates from 999 samples a second: counts are samples)'
expect_that "$(number_after 'main::serve main::busy ') > 100"
expect_that "$(number_after 'main::serve main::busy ' 2) < 1.5"

run 0 $AGENT report nytprof.out
expect_out 'estimates from 999 samples a second'
expect_out '   samples exclusive     %   waiting inclusive     %   waiting  sub'
expect_that "$(samples_of main::busy) > 100"
