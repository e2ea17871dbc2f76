# XSUBs that call methods, which are XSUBs or Perl subs.
use strict;
use warnings;
use File::Spec;
use List::Util qw(first reduce sum);

for my $i (1 .. 3) {
    my $path = File::Spec->catfile('a', "b$i");
    print "$path\n";
}
my $found = first { $_ > 2 } 1 .. 5;
my $total = reduce { add($a, $b) } 1 .. 5;
print "$found $total ", sum(1 .. 4), "\n";

sub add { return $_[0] + $_[1] }
