# Other perls on the host are left alone.

perl -e 'while (1) { my $x = 1 }' & other=$!
cat >a.pl <<'PERL'
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
PERL

(
	$AGENT -- perl a.pl
	ls
) >stdout 2>stderr
expect_status 0 || exit
expect_out $'nytprof.out\n'
expect_no_out nytprof.out.
expect_err '3002 statements'
stop $other
