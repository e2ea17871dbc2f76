# SPDX-License-Identifier: GPL-2.0-or-later
# A short match as the condition of a shorter statement.
use strict;
use warnings;

my ($t, $c) = ('abcdefghi', 0);
for my $i (1 .. 400_000) {
    $c++ if $t =~ /d(e)f/;
}
print "$c\n";
