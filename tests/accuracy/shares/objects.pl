# SPDX-License-Identifier: GPL-2.0-or-later
# Objects: methods, accessors, construction, overloaded operators, DESTROY and tie.
use strict;
use warnings;
use Parts;

{
    package Point;
    use overload '+' => sub { Point->new($_[0]{x} + $_[1]{x}, $_[0]{y} + $_[1]{y}) }, '""' => sub {"($_[0]{x}, $_[0]{y})"};
    sub new { my ($class, $x, $y) = @_; return bless { x => $x, y => $y }, $class }
    sub x { return $_[0]{x} }
    sub y { return $_[0]{y} }
}
{
    package Guard;
    my $ended = 0;
    sub new { return bless [ 1 .. 5 ], shift }
    sub DESTROY { my $sum = 0; $sum += $_ for @{ $_[0] }, 1 .. 60; $ended += $sum; return }
}
{
    package Doubled;
    sub TIESCALAR { my $x = 1; return bless \$x, shift }
    sub FETCH { my $self = shift; return $$self * 2 }
    sub STORE { my ($self, $x) = @_; $$self = $x; return }
}

tie my $doubled, 'Doubled';
sub methods    { my $point = Point->new(1, 2); my $sum = 0; $sum += $point->x + $point->y for 1 .. 2500; return $sum }
sub overloaded { my $sum = Point->new(0, 0); $sum = $sum + Point->new($_, 1) for 1 .. 500; return "$sum" }
sub destroyed  { Guard->new for 1 .. 300; return }
sub tied_one   { for (1 .. 700) { $doubled = $_; my $twice = $doubled } return }

part('methods',    1);
part('overloaded', 3);
part('destroyed',  1);
part('tied_one',   2);
run_parts();
