use strict;
use List::Util 'sum';
sub fib { my ($n, @x) = (shift, (1) x 2000); return $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
my $code = sub { return sum(map { fib($_) } 1 .. shift) };
print $code->(12), "\n";
print eval 'my $y = 5; $y * 2', "\n";
