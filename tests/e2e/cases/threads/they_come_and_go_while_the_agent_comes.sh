# Threads come and go while the agent comes.

cat >a.pl <<'PERL'
use threads;
sub work { for my $i (1 .. 7) {
        one($i);
    } }
sub one { return $_[0] }
my $early = threads->create(sub { select undef, undef, undef, 0.02 until -e 'go';
    work() for 1 .. 3 });
open my $up, '>', 'up'; close $up;
until (-e 'go') { threads->create('one', 1)->join }
threads->create('work')->join for 1 .. 20;
$early->join;
PERL

perl a.pl & target=$!
await [ -e up ]
(
	$AGENT --pid $target & A=$!
	recording
	touch go
	wait $A
) >stdout 2>stderr
expect_status 0 || exit
wait $target
expect_err 'not recorded: nothing (0)'

read_sums nytprof.out
expect_line /a.pl:3 $((7 * 23))
expect_out '/a.pl:3 main::work main::one 161 '
expect_line /a.pl:11 1
