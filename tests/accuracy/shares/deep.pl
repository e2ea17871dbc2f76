# SPDX-License-Identifier: GPL-2.0-or-later
# Recursion, closures, generators of strings.
use strict;
use warnings;
no warnings 'recursion';
use Parts;

sub fib   { my $n = shift; return $n < 2 ? $n : fib($n - 1) + fib($n - 2) }
sub down  { my $n = shift; return $n ? 1 + down($n - 1) : 0 }
sub tree  { return fib(14) }
sub depth { return down(1500) }
sub closures { my $sum = 0; for my $x (1 .. 900) { my $add = sub { $x + shift }; $sum += $add->($_) for 1 .. 2 } return $sum }
sub strings  { my $all = ''; $all .= sprintf '%05d:%-8s;', $_, "n$_" for 1 .. 2000; return unpack '%32C*', $all }

part('tree',     1);
part('depth',    2);
part('closures', 1);
part('strings',  2);
run_parts();
