# C functions, and Perl subs that have taken their names and call them; one name is that of the C function again.
use strict;
use warnings;
use List::Util ();

my ($sum, $max);
BEGIN { ($sum, $max) = (\&List::Util::sum, \&List::Util::max) }
{
    no warnings 'redefine';
    sub List::Util::sum { return 1 + $sum->(@_) }
    eval 'sub List::Util::max { return @_ ? $max->(@_) : 0 } 1' or die $@;
}
sub both { return List::Util::sum(@_) . ' ' . List::Util::max(@_) }
print both(1 .. $_), "\n" for 1 .. 3;
{ no warnings 'redefine'; *List::Util::sum = $sum }
print List::Util::sum(4, 5), ' ', List::Util->can('sum')->(1, 2), ' ', List::Util::max(), "\n";
