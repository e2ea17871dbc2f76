# A file is written in the program's own root.

cat >a.pl <<'PERL'
sub DB::enable_profile {}
open my $f, '>', 'up' or die; print $f "$$\n"; close $f;
sub work { return $_[0] + 1 }
my $n = 0;
until (-e 'end') {
    $n = work($n);
    select undef, undef, undef, 0.002;
}
DB::enable_profile('/named.out');
work(1);
PERL

# The file of the first part tells whose the second one is.
start_in_two_roots
(
	$AGENT -o w.out -p $X,$Y & A=$!
	recording
	touch two/end
	await [ -s two/named.out ]
	touch one/end
	wait $A
	ls */named.out
) >stdout 2>stderr
expect_status 0 || exit
expect_lines one/named.out two/named.out
