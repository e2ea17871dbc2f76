package Shop::Stock;

# What the database knows of a product.

use strict;
use warnings;
use IO::Socket::INET;

my $connection;

sub connection {
    $connection //= IO::Socket::INET->new("127.0.0.1:$ENV{SHOP_DATABASE}")
        or die "no database: $@";
    return $connection;
}

sub fetch {
    my ($id) = @_;
    my $handle = connection();
    print {$handle} "SELECT * FROM stock WHERE id = $id\n";
    my $answer = readline $handle;
    chomp $answer;
    my (undef, $price, @tags) = split /;/, $answer;
    return { id => $id, price => $price, tags => \@tags };
}

1;
