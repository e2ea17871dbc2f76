use strict;
my $x = 1;
$x++;
