BEGIN { sub bs { return 1 } my $b = 1; bs() }
INIT { my $i = 1; bs() }
CHECK { my $c = 1; bs() }
my $m = 1; bs();
sub w { bs(); return 1 }
w();
END { my $e = 1; bs(); }
END { w() }
