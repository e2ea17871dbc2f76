# Moose: attributes, native traits, roles, modifiers, types and coercions, immutable classes, the meta protocol.
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/lib";
BEGIN { $ENV{PACKAGE_STASH_IMPLEMENTATION} = 'PP' }
use Undebugged qw(Eval::Closure Package::Stash::PP);

package Types {
    use Moose::Util::TypeConstraints;
    subtype 'Positive', as 'Int', where { $_ > 0 }, message { "$_ is not positive" };
    subtype 'Even', as 'Positive', where { $_ % 2 == 0 };
    coerce 'Positive', from 'Str', via { length $_ };
    enum 'Size' => [qw(small large)];
    union 'SizeOrPositive' => [qw(Size Positive)];
}

package Priced {
    use Moose::Role;
    requires 'label';
    has price => (is => 'rw', isa => 'Num', default => 1, predicate => 'has_price');
    around label => sub { my ($next, $self) = @_; return sprintf '%s (%.2f)', $self->$next, $self->price };
}

package Thing {
    use Moose;
    has id => (is => 'ro', isa => 'Positive', coerce => 1, required => 1);
    has size => (is => 'rw', isa => 'Size', default => 'small', trigger => sub { my ($self, $new) = @_; $self->note("size $new") });
    has notes => (
        traits => ['Array'], is => 'ro', isa => 'ArrayRef[Str]', default => sub { [] },
        handles => { note => 'push', all_notes => 'elements', notes_like => 'grep', count_notes => 'count' },
    );
    has counter => (traits => ['Counter'], is => 'ro', isa => 'Int', default => 0, handles => { tick => 'inc' });
    has lookup => (traits => ['Hash'], is => 'ro', isa => 'HashRef[Int]', lazy_build => 1, handles => { look => 'get', put => 'set' });
    sub _build_lookup { my ($self) = @_; return { id => $self->id } }
    sub label { return 'thing ' . $_[0]->id }
    with 'Priced';
    sub BUILD { $_[0]->tick }
    before label => sub { $_[0]->tick };
    __PACKAGE__->meta->make_immutable;
}

package Box {
    use Moose;
    extends 'Thing';
    has things => (is => 'ro', isa => 'ArrayRef[Thing]', default => sub { [] });
    has '+size' => (default => 'large');
    override label => sub { return 'box of ' . join(', ', map { $_->label } @{ $_[0]->things }) . ' as ' . super() };
    after size => sub { $_[0]->tick };
    augment note_of => sub { 'never' } if 0;
    sub DEMOLISH { our $gone++ }
    __PACKAGE__->meta->make_immutable;
}

package Loose {    # not immutable: its constructor is Perl
    use Moose;
    has either => (is => 'rw', isa => 'SizeOrPositive');
    has maybe  => (is => 'rw', isa => 'Maybe[Even]', clearer => 'forget', weak_ref => 0);
}

package main;

for my $n (1 .. 3) {
    my $box = Box->new(id => 'x' x $n, things => [ map { Thing->new(id => $_, price => $_ / 2) } 1 .. $n ]);
    $box->size($_) for qw(small large);
    $box->put(more => $n);
    print $box->label, ' ', $box->counter, ' ', join('|', $box->all_notes), ' ', $box->look('id') + $box->look('more'), ' ', scalar $box->notes_like(sub { /large/ }), "\n";
}
my $loose = Loose->new(either => 'small');
for my $value (3, 'large', 'medium', -1) {
    print "$value: ", eval { $loose->either($value); 1 } ? 'taken' : $@ =~ /^(Attribute \(\w+\))/, "\n";
    print 'maybe: ', eval { $loose->maybe($value); 1 } ? 'taken' : $@ =~ /^(Attribute \(\w+\))/, "\n";
}
$loose->forget;
print eval { Thing->new(id => -1); 1 } ? 'made' : $@ =~ /(-?\d+ is not positive)/, ' ', Box->meta->get_attribute('size')->default, ' ', join(',', sort map { $_->name } Thing->meta->get_all_attributes), "\n";
my $made = Moose::Meta::Class->create_anon_class(superclasses => ['Thing'], methods => { label => sub { 'anonymous' } });
print $made->new_object(id => 7)->label, ' ', Box->can('does') && Box->does('Priced') ? 'priced' : 'free', " $Box::gone\n";
