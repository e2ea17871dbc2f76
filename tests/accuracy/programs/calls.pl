# SPDX-License-Identifier: GPL-2.0-or-later
# A sub that is called 300,000 times.
use strict;
use warnings;
use Truth;

my $times = 30_000;
my $n = 0;
my @leaf;

sub leaf { $n++ }

for my $round (1 .. 10) {
    my $t0 = now();
    for my $i (1 .. $times) {
        my $x = $i;
    }
    my $t1 = now();
    for my $i (1 .. $times) {
        leaf();
        my $x = $i;
    }
    my $t2 = now();
    push @leaf, ($t2 - $t1 - ($t1 - $t0)) / $times;
}
say_sub('main::leaf', median(@leaf));
