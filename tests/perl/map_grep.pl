# map and grep with blocks, expressions and calls; nested; in scalar context.
use strict;
use warnings;

sub double { return 2 * shift }
sub keep { my $x = shift; return $x % 3 == 0 }

my @a = map { double($_) } 1 .. 10;
my @b = grep { keep($_) } @a;
my @c = map { my $x = $_; map { $x * $_ } grep { keep($_) } 1 .. 6 } 1 .. 3;
my %h = map { $_ => double($_) } @b;
my $count = grep { $_ > 5 } @c;
my @d = map +(double($_), $_), 1 .. 3;
my @e = map { { name => $_, twice => double($_) } } 1 .. 2;
print "@a|@b|@c|$count|@d\n";
print join(',', map { "$_=$h{$_}" } sort { $a <=> $b } keys %h), "\n";
print join(',', map { $_->{twice} } @e), "\n";
