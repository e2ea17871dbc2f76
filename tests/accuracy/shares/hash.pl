# SPDX-License-Identifier: GPL-2.0-or-later
# Hashes: insertion, lookup, iteration, and freeing.
use strict;
use warnings;
use Parts;

my %big = map { ("key $_" => $_) } 1 .. 20_000;
my @keys = keys %big;

sub insert  { my %new; $new{"k$_"} = $_ for 1 .. 3000; return scalar keys %new }
sub lookup  { my $sum = 0; $sum += $big{$_} for @keys[ 0 .. 6000 ]; return $sum }
sub iterate { my $sum = 0; while (my ($key, $value) = each %big) { $sum += $value } return $sum }
sub nested  { my %tree; $tree{ $_ % 7 }{ $_ % 11 }{$_} = 1 for 1 .. 2000; return scalar keys %tree }

part('insert',  2);
part('lookup',  1);
part('iterate', 1);
part('nested',  1);
run_parts();
