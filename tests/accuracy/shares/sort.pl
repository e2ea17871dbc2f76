# SPDX-License-Identifier: GPL-2.0-or-later
# sort: by blocks, by subs, by XSUBs' results.
use strict;
use warnings;
use List::Util qw(sum shuffle);
use Parts;

my @numbers = map { ($_ * 7919) % 10_007 } 1 .. 3000;

sub by_name { return $a <=> $b || $b cmp $a }
sub in_block { my @sorted = sort { ($a % 97) <=> ($b % 97) || $a <=> $b } @numbers; return scalar @sorted }
sub in_sub   { my @sorted = sort by_name @numbers; return scalar @sorted }
sub keyed    { my @sorted = map { $_->[1] } sort { $a->[0] <=> $b->[0] } map { [ $_ % 977, $_ ] } @numbers; return scalar @sorted }
sub plain    { my @sorted = sort @numbers; return sum(shuffle @sorted) }

part('in_block', 1);
part('in_sub',   1);
part('keyed',    2);
part('plain',    3);
run_parts();
