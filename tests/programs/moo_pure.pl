# Moo without accessors in C: what it makes is string evals of Sub::Quote, compiled when first called.
use strict;
use warnings;
BEGIN { $ENV{MOO_XS_DISABLE} = 1 }

package Account {
    use Moo;
    use Sub::Quote qw(quote_sub unquote_sub);
    has owner => (is => 'ro', required => 1);
    has balance => (is => 'rw', isa => quote_sub(q{ die "$_[0] is too little\n" if $_[0] < 0 }), default => quote_sub(q{ 10 }));
    has history => (is => 'lazy', builder => sub { [ $_[0]->owner ] }, predicate => 1);
    around balance => sub { my ($next, $self, @set) = @_; push @{ $self->history }, @set; return $self->$next(@set) };
}

package Savings {
    use Moo;
    extends 'Account';
    has rate => (is => 'ro', coerce => sub { $_[0] / 100 }, default => 5);
    sub interest { my ($self) = @_; return $self->balance * $self->rate }
}

package main;
use Sub::Defer qw(defer_sub undefer_sub);

my $later = defer_sub 'main::late' => sub { my $n = 0; return sub { return $n += $_[0] } };
for my $amount (20, 30, -1) {
    my $account = Savings->new(owner => "owner $amount");
    print eval { $account->balance($amount); 1 } ? '' : "refused: $@" =~ s/ at .*//sr, ' ', $account->interest, ' ', join(',', @{ $account->history }), "\n";
    print late($amount), ' ', $later->(1), "\n";
}
my $twice = Sub::Quote::quote_sub('main::twice', q{ my ($n) = @_; $n * $factor }, { '$factor' => \2 });
print twice(4), ' ', $twice->(5), ' ', Savings->new(owner => 'x', balance => 100)->interest, "\n";
