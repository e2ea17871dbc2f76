# String evals: compiled, run a few times, thrown away.
use strict;
use warnings;
my $sum = 0;
for my $i (1 .. 8_000) {
    my $code = eval "sub { my \$n = shift; my \$m = \$n * $i; \$m += 1 if \$m % 2; return \$m }" or die $@;
    $sum += $code->($_) for 1 .. 5;
    $sum += eval "$i + 1";
}
print "$sum\n";
