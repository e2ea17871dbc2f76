use strict;
use List::Util 'sum';
sub fib { my $n = shift; return $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
sub work { my $s = 0; for my $i (1 .. 2000) { $s += sqrt $i; } return $s + sum(1 .. 10) }
sub outer { my $x = work(); $x += inner($_) for 1 .. 3; return $x }
sub inner { my $y = shift; return work() + $y }
my $code = sub { return fib(11) };
for (1 .. $ARGV[0] // 1) {
    outer() for 1 .. 5;
    $code->();
    work();
}
eval 'sub from_eval { work() } from_eval(); 1' or die;
print "done\n";
