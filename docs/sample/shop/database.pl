#!/usr/bin/perl
# Stands in for a database: a server on 127.0.0.1 that takes two milliseconds for each question.
#
#     perl database.pl PORT

use strict;
use warnings;
use IO::Socket::INET;

$SIG{CHLD} = 'IGNORE';
my $server = IO::Socket::INET->new(
    Listen    => 64,
    LocalAddr => '127.0.0.1',
    LocalPort => shift // 5433,
    ReuseAddr => 1,
) or die "database: $@\n";

while (1) {
    my $client = $server->accept or next;
    next if fork;
    while (my $question = <$client>) {
        select undef, undef, undef, 0.002;
        my ($id) = $question =~ /([0-9]+)/;
        print {$client} join(';', $id, 10 + $id % 7, map { "tag" . $id * $_ % 1997 } 1 .. 50), "\n";
    }
    exit;
}
