# SPDX-License-Identifier: GPL-2.0-or-later
# Two small subs that are called in turn.
use strict;
use warnings;

my ($evens, $odds) = (0, 0);

sub even {
    my $i = shift;
    $evens += $i;
    return $evens;
}

sub odd {
    my $i = shift;
    $odds ^= $i;
    return $odds;
}

for my $i (1 .. 100_000) {
    even($i);
    odd($i);
}
print "$evens $odds\n";
