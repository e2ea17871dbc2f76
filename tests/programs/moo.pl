# Moo: accessors of every kind, also those in C of Class::XSAccessor; roles, modifiers, types that are inlined.
# oracle-rule: names-in-the-symbol-table Role::Tiny::_all_subs Role::Tiny::CORE:match
# oracle-rule: block-in-a-condition Error/TypeTiny.pm 43 50
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
use Undebugged qw(Eval::TypeTiny);
use LoadedTypes;

package Named {
    use Moo::Role;
    requires 'describe';
    has name => (is => 'ro', required => 1);
    around describe => sub { my ($next, $self, @more) = @_; return $self->name . ': ' . $self->$next(@more) };
}

package Counted {
    use Moo::Role;
    my $made = 0;
    before BUILD => sub { $made++ };
    sub BUILD { }
    after BUILD => sub { $_[0]->_set_number($made) };
    has number => (is => 'rwp');
}

package Shape {
    use Moo;
    use Types::Standard qw(Num Str ArrayRef Enum);
    has colour => (is => 'rw', isa => Enum [qw(red green blue)], default => 'red', trigger => sub { $_[0]->changes($_[0]->changes + 1) });
    has changes => (is => 'rw', isa => sub { die "$_[0] is not a number\n" if $_[0] !~ /^\d+$/ }, default => 0);
    has tags => (is => 'lazy', isa => ArrayRef [Str], clearer => 1, predicate => 1);
    has factor => (is => 'ro', isa => Num->plus_coercions(Str, sub { length $_ }), coerce => 1, default => sub { 1 });
    with 'Named', 'Counted';
    sub _build_tags { return [ sort $_[0]->name, $_[0]->colour ] }
    sub area { return 0 }
    sub describe { my ($self, @more) = @_; return join ' ', $self->colour, $self->area * $self->factor, @more }
}

package Square {
    use Moo;
    extends 'Shape';
    has side => (is => 'ro', required => 1, writer => '_set_side');
    sub BUILDARGS { my ($class, @args) = @_; return @args == 1 ? { name => 'square', side => $args[0] } : {@args} }
    around area => sub { my ($next, $self) = @_; return $self->$next + $self->side**2 };
    sub DEMOLISH { our $gone++ }
}

package Listener {
    use Moo;
    has [qw(heard silent)] => (is => 'rw', default => sub { [] });
    has target => (is => 'ro', handles => [qw(area colour)], weak_ref => 1);
    after heard => sub { $_[0]{asked}++ };
}

package main;

for my $side (1 .. 4) {
    my $square = $side % 2 ? Square->new($side) : Square->new(name => "s$side", side => $side, factor => 'abc', colour => 'blue');
    $square->colour($_) for qw(green blue red);
    print $square->describe($square->number, $square->changes), ' ', join(',', @{ $square->tags }), ' ', $square->has_tags, "\n";
    $square->clear_tags;
    my $listener = Listener->new(target => $square);
    push @{ $listener->heard }, $listener->area, $listener->colour;
    print "@{ $listener->heard } $listener->{asked}\n";
}
for my $args ([ colour => 'pink' ], [ changes => 'many' ], [ nothing => 1 ], []) {
    print eval { Shape->new((@$args ? (name => 'bad') : ()), @$args); 1 } ? 'made' : $@ =~ /^(.{30})/, "\n";
}
print Square->can('describe') == Shape->can('describe') ? 'inherited' : 'own', ' ', Shape->new(name => 'x')->does('Named') ? 'does' : 'does not', " $Square::gone\n";
