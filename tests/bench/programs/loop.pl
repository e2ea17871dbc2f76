# A tight loop: next to nothing but statements.
use strict;
use warnings;
my $x = 0;
for (1 .. 500_000) {
    $x++;
    $x++;
}
print "$x\n";
