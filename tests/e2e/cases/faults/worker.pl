sub work { return $_[0] + 1 }
my ($n, $end) = (0, $ARGV[0]);
while (!-e $end) { $n = work($n); select undef, undef, undef, 0.005 }
print "worked\n";
