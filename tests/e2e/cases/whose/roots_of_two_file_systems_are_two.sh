# Roots of two file systems are two.

cat >a.pl <<'PERL'
open my $f, '>', 'up' or die; print $f "$$\n"; close $f;
sub work { return $_[0] + 1 }
my $n = 0;
until (-e 'end') {
    $n = work($n);
    select undef, undef, undef, 0.002;
}
PERL
start_in_two_roots
(
	$AGENT -o w.out -d 1 -p $X,$Y
	for f in w.out*; do profile $f | grep '^src /a.pl:1 '; done
) >stdout 2>stderr
expect_status 0 || exit
expect_out 'src /a.pl:1 # of one'
expect_out 'src /a.pl:1 # of two'
