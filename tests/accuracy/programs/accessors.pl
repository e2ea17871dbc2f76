# SPDX-License-Identifier: GPL-2.0-or-later
# Objects, and accessors that read and set.
package Item;
use strict;
use warnings;

sub new   { my ($class, %args) = @_; return bless {%args}, $class }
sub price { return $_[0]{price} }

sub count {
    my $self = shift;
    $self->{count} = shift if @_;
    return $self->{count};
}

package main;
use strict;
use warnings;

my @items = map { Item->new(price => $_, count => 0) } 1 .. 50;
my $total = 0;
for my $round (1 .. 2500) {
    for my $item (@items) {
        $item->count($item->count + 1);
        $total += $item->price;
    }
}
print "$total ", $items[0]->count, "\n";
