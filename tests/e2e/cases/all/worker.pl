sub work { return $_[0] + 1 }
my $n = 0;
if ($ENV{UP}) { open my $f, '>', $ENV{UP} or die; print $f $$; close $f }
my $left = $ENV{ROUNDS} // 1e9;
while ($left-- && !-e 'end') {
    $n = work($n);
    select undef, undef, undef, 0.002;
}
if ($ENV{COUNT}) { open my $f, '>', "$ENV{COUNT}.$$" or die; print $f $n; close $f }
