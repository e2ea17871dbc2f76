# Direct recursion, an eval block that catches a die, a loop, a builtin with a list.
use strict;
use warnings;

sub fib {
    my $n = shift;
    return $n < 2 ? $n : fib($n - 1) + fib($n - 2);
}

my $x = 0;
for my $i (1 .. 1000) {
    $x += $i;
    $x -= 1 if $i % 2;
}
print fib(12), " $x\n";
eval { die "oops\n" };
print "caught $@";
my @l = map { sprintf "%d", $_ } 1 .. 3;
print "@l\n";
