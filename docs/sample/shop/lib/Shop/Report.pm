package Shop::Report;

# Which tags the products have.

use strict;
use warnings;
use Shop::Stock;

sub unique {
    my @found;
    for my $tag (@_) {
        push @found, $tag unless grep { $_ eq $tag } @found;
    }
    return @found;
}

sub tags {
    my ($count) = @_;
    my @products = map { Shop::Stock::fetch($_) } 1 .. $count;
    return sort(unique(map { @{ $_->{tags} } } @products));
}

1;
