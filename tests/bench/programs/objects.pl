# Objects: short methods, inheritance, accessors, closures.
use strict;
use warnings;

package Shape;
sub new   { my ($class, %self) = @_; return bless {%self}, $class }
sub name  { $_[0]{name} }
sub scale { my ($self, $by) = @_; $self->{size} *= $by; return $self }
sub area  { die ref $_[0], " has no area" }

package Square;
our @ISA = 'Shape';
sub size { $_[0]{size} }
sub area { my $self = shift; return $self->size**2 }

package Circle;
our @ISA = 'Shape';
sub new  { my ($class, %self) = @_; my $self = Shape::new($class, %self); $self->{pi} = 3.14159; return $self }
sub size { $_[0]{size} }
sub area { my $self = shift; return $self->{pi} * $self->size**2 }

package main;
my $sum = 0;
my @adders = map { my $k = $_; sub { $_[0] + $k } } 1 .. 4;
for my $i (1 .. 30_000) {
    my $shape = $i % 2 ? Square->new(name => "s$i", size => $i % 7) : Circle->new(name => "c$i", size => $i % 5);
    $shape->scale(2)->scale(0.5);
    $sum += $shape->area;
    $sum = $adders[ $i % 4 ]->($sum) if length $shape->name > 3;
}
printf "%.1f\n", $sum;
