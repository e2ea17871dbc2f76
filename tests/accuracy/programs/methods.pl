# SPDX-License-Identifier: GPL-2.0-or-later
# Short methods that call each other.
package Account;
use strict;
use warnings;

sub new     { my ($class, %args) = @_; return bless {%args}, $class }
sub balance { my $self = shift; return $self->{balance} }
sub limit   { my $self = shift; return $self->{limit} }

sub allows {
    my ($self, $amount) = @_;
    return 1 if $self->balance - $amount >= -$self->limit;
    return 0;
}

sub book {
    my ($self, $amount) = @_;
    return if !$self->allows($amount);
    $self->{balance} -= $amount;
    push @{ $self->{bookings} }, $amount;
    shift @{ $self->{bookings} } if @{ $self->{bookings} } > 100;
    return $self->{balance};
}

package main;
use strict;
use warnings;
use Truth;

my $times = 4000;
my $account = Account->new(balance => 1e9, limit => 100);
my (@book, @allows);

for my $round (1 .. 15) {
    my $t0 = now();
    for my $i (1 .. $times) {
        my $x = $i;
    }
    my $t1 = now();
    for my $i (1 .. $times) {
        $account->book($i);
        my $x = $i;
    }
    my $t2 = now();
    for my $i (1 .. $times) {
        $account->allows($i);
        my $x = $i;
    }
    my $t3 = now();
    my $without = $t1 - $t0;
    push @book,   ($t2 - $t1 - $without) / $times;
    push @allows, ($t3 - $t2 - $without) / $times;
}
say_sub('Account::book', median(@book));
# Half of its calls are those of book.
say_sub('Account::allows', median(@allows));
