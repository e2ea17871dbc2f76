# A process that becomes another program is counted once.

cat >b.pl <<'PERL'
for my $i (1 .. 300000) {
    work($i);
}
sub work { return 1 }
PERL

cat >a.pl <<'PERL'
open my $f, '>', 'up'; close $f;
until (-e 'go') {
    select undef, undef, undef, 0.01;
}
exec $^X, 'b.pl';
PERL

perl a.pl & server=$!
await [ -e up ]
(
	$AGENT --pid $server &
	recording
	touch go
	wait $!
) >stdout 2>stderr
expect_status 0
wait $server
expect_err 'nothing (0)'

read_profile nytprof.out
expect_line /a.pl:5 1

read_profile nytprof.out.*
expect_line /b.pl:2 300000
expect_line /b.pl:4 300000
expect_out 'main::RUNTIME main::work 300000 '
