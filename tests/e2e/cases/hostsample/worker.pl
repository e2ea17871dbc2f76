sub burn { my $x = 0; $x += $_ for 1 .. 100_000; return $x }
if ($ENV{UP}) { open my $f, '>', $ENV{UP} or die; print $f $$; close $f }
my $left = $ENV{ROUNDS} // 1e9;
burn() while $left-- && !-e 'end';
