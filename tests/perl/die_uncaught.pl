# A die that nobody catches, out of an XSUB in a sub in a loop; there is no END block.
# oracle-rule: uncaught-die die_uncaught.pl 7
use strict;
use warnings;
use List::Util 'first';

sub fails { my $x = shift; my $y = first { die "stop at $x\n" if $x > 2; $_ } 1; return $y }
sub outer { for my $i (1 .. 5) { fails($i) } return 'never' }
print "start\n";
$! = 0;
print outer(), "\n";
