# SPDX-License-Identifier: GPL-2.0-or-later
# A loop of three short statements.
use strict;
use warnings;

my ($n, $m) = (0, 1);
for my $i (1 .. 350_000) {
    $n += $i;
    $m = $n & 255;
    $n = $m + 1;
}
print "$n\n";
