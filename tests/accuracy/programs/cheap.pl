# SPDX-License-Identifier: GPL-2.0-or-later
# Statements of 10 to 50 ns.  What one takes is what a loop takes with it, less the loop without.
use strict;
use warnings;
use Truth;

my $times = 20_000;
my ($n, $m, $text, $sum, %hash) = (0, 5, 'text', 0, (key => 1));
my (@increment, @concat, @lookup);

for my $round (1 .. 15) {
    my $t0 = now();
    for my $i (1 .. $times) {
        $sum = $i;
    }
    my $t1 = now();
    for my $i (1 .. $times) {
        $n++;    # increment
        $sum = $i;
    }
    my $t2 = now();
    for my $i (1 .. $times) {
        $m = "$text $n";    # concat
        $sum = $i;
    }
    my $t3 = now();
    for my $i (1 .. $times) {
        $m = $hash{key} + $i;    # lookup
        $sum = $i;
    }
    my $t4 = now();
    my $without = $t1 - $t0;
    push @increment, ($t2 - $t1 - $without) / $times;
    push @concat,    ($t3 - $t2 - $without) / $times;
    push @lookup,    ($t4 - $t3 - $without) / $times;
}
say_line(increment => median(@increment));
say_line(concat    => median(@concat));
say_line(lookup    => median(@lookup));
