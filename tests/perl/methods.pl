# Methods: inheritance, SUPER, can, dynamic names and classes, class methods, indirect.
use strict;
use warnings;

package Animal {
    sub new { my ($class, %a) = @_; my $self = bless {%a}, $class; $self->init; return $self }
    sub init { $_[0]{legs} //= 4 }
    sub speak { my $s = shift; return $s->name . ' says ' . $s->sound }
    sub name { $_[0]{name} }
    sub sound { '...' }
}
package Dog {
    our @ISA = ('Animal');
    sub init { my $s = shift; $s->{tail} = 1; return $s->SUPER::init(@_) }
    sub sound { 'woof' }
}
package Puppy {
    use parent -norequire, 'Dog';
    sub sound { my $s = shift; return lc $s->SUPER::sound() . '!' }
}
package main;

for my $class (qw(Animal Dog Puppy)) {
    my $o = $class->new(name => lc $class);
    print $o->speak, " on $o->{legs}\n";
    my $m = 'sound';
    print $o->$m, ' ', $o->can('name')->($o), "\n";
    my $code = sub { uc $_[0]->name };
    print $o->$code, $o->isa('Dog') ? " dog\n" : " other\n";
}
my $method = Dog->can('sound');
print Dog->$method, "\n";
print eval { Dog->missing; 1 } ? '' : "no method\n";
print Puppy->DOES('Animal'), "\n";
