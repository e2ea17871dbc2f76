# my sub, state sub, recursion in them, closures over them.
# oracle-crash: blocks=1
use strict;
use warnings;
use feature qw(say state current_sub);

my sub private { return "private @_" }
state sub kept { state $n = 0; return ++$n }
my sub factorial { my $n = shift; return $n < 2 ? 1 : $n * __SUB__->($n - 1) }

sub outer {
    my $x = shift;
    my sub inner { return $x * shift }
    return inner(2) + inner(3);
}

say private(1), kept(), kept(), factorial(6);
say outer(10), ' ', outer(20);
my @l = map { private($_) } 1 .. 3;
say "@l";
