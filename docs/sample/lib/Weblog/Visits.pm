package Weblog::Visits;
# Hits into visits: one host, no pause longer than gap seconds.

use strict;
use warnings;

sub new {
    my ($class, %args) = @_;
    return bless { gap => $args{gap}, visits => [] }, $class;
}

sub add {
    my ($self, $hit) = @_;
    my $visit = $self->find($hit->{host}, $hit->{time});
    if (!$visit) {
        $visit = { host => $hit->{host}, hits => 0 };
        push @{ $self->{visits} }, $visit;
    }
    $visit->{last} = $hit->{time};
    $visit->{hits}++;
}

# Looks at every visit there is: a hash by host would know at once.
sub find {
    my ($self, $host, $time) = @_;
    for my $visit (@{ $self->{visits} }) {
        next if $visit->{host} ne $host;
        return $visit if $time - $visit->{last} <= $self->{gap};
    }
    return;
}

sub cnt { scalar @{ $_[0]{visits} } }

# How many visits have how many hits, as a tree of halves.
sub histogram {
    my ($self, $from, $to) = @_;
    my @sizes = grep { $_ >= $from && $_ <= $to } map { $_->{hits} } @{ $self->{visits} };
    return unless @sizes;
    return [ $from, $to, scalar @sizes ] if $to - $from < 4;
    my $middle = int(($from + $to) / 2);
    return ($self->histogram($from, $middle), $self->histogram($middle + 1, $to));
}

1;
