package Weblog::Parser;
# Lines of an access log into hits: hashes with host, time, path, status, bytes.

use strict;
use warnings;

sub new {
    my $class = shift;
    return bless { bad => 0 }, $class;
}

sub parse {
    my ($self, $line) = @_;
    if ($line =~ m{^(\S+) \S+ \S+ \[(\d+)\] "[A-Z]+ (\S+) HTTP/[\d.]+" (\d{3}) (\d+)$}) {
        return { host => $1, time => $2, path => _canonical($3), status => $4, bytes => $5 };
    }
    $self->{bad}++;
    return;
}

sub bad { $_[0]{bad} }

# /search?q=tea+pot: the query sorted, decoded; item numbers left out.
sub _canonical {
    my $path = shift;
    my ($base, $query) = split /\?/, $path, 2;
    $base =~ s{/\d+}{/N}g;
    return $base unless defined $query;
    return $base . '?' . join '&', sort map { _decode($_) } split /&/, $query;
}

sub _decode {
    my $text = shift;
    $text =~ tr/+/ /;
    $text =~ s/%([0-9a-fA-F]{2})/chr hex $1/ge;
    return $text;
}

1;
