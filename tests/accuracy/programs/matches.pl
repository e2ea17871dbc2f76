# SPDX-License-Identifier: GPL-2.0-or-later
# A loop over the matches of a pattern, and a substitution for each.
use strict;
use warnings;

my $text = join ' ', map {"word$_=" . $_ * 7919} 1 .. 1000;
my ($sum, $long) = (0, 0);
for my $round (1 .. 70) {
    while ($text =~ /(\w+)=(\d+)/g) {
        my ($name, $value) = ($1, $2);
        $name =~ s/^word//;
        $long++ if $value =~ /^\d{7}/;
        $sum += $name;
    }
}
print "$sum $long\n";
