# SPDX-License-Identifier: GPL-2.0-or-later
# Statements of some microseconds: matches and substitutions.
use strict;
use warnings;
use Truth;

my $line = join ' ', map {"word$_=" . $_ * 7919} 1 .. 60;
my (@pairs, @replace);

sub pairs {
    my %found = $line =~ /(\w+)=(\d+)/g;    # pairs
    return scalar keys %found;
}

sub replace {
    (my $copy = $line) =~ s/(\d)(\d)/$2$1/g;    # replace
    return length $copy;
}

for my $round (1 .. 15) {
    my $t0 = now();
    pairs() for 1 .. 100;
    my $t1 = now();
    replace() for 1 .. 100;
    my $t2 = now();
    push @pairs,   ($t1 - $t0) / 100;
    push @replace, ($t2 - $t1) / 100;
}
say_sub('main::pairs',   median(@pairs));
say_sub('main::replace', median(@replace));
