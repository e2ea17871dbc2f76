open my $f, '>', 'up' or die; print $f "$$\n"; close $f;
sub work { return $_[0] + 1 }
my $n = 0;
until (-e 'end') {
    $n = work($n);
    select undef, undef, undef, 0.002;
}
