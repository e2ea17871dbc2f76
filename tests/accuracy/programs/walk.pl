# SPDX-License-Identifier: GPL-2.0-or-later
# A while loop whose condition calls an XSUB: walks a ring until it is at its first node again.
use strict;
use warnings;
use Scalar::Util qw(refaddr);

my $first = { n => 0 };
my $last  = $first;
$last = $last->{next} = { n => $_ } for 1 .. 999;
$last->{next} = $first;

my $steps = 0;
for my $round (1 .. 400) {
    my $node = $first->{next};
    while (refaddr($node) != refaddr($first)) {
        $node = $node->{next};
    }
    $steps++;
}
print "$steps\n";
