package Weblog::Report;
# What was looked at, by number of hits.

use strict;
use warnings;
use List::Util qw(max sum0);

sub new {
    my $class = shift;
    return bless { hits => {}, bytes => {} }, $class;
}

sub add {
    my ($self, $hit) = @_;
    $self->{hits}{ $hit->{path} }++;
    $self->{bytes}{ $hit->{path} } += $hit->{bytes};
}

sub print {
    my ($self, $visits) = @_;
    my $hits = $self->{hits};
    my @top = sort { $hits->{$b} <=> $hits->{$a} || $a cmp $b } keys %$hits;
    printf "%-24s %7s %9s\n", 'path', 'hits', 'bytes';
    printf "%-24s %7d %9d  %s\n", $_, $hits->{$_}, $self->{bytes}{$_}, $self->bar($_) for @top;
    printf "%d hits in %d visits\n", sum0(values %$hits), $visits->cnt;
    printf "  %3d to %3d hits: %d visits\n", @$_ for $visits->histogram(1, 64);
}

sub bar {
    my ($self, $path) = @_;
    return '#' x (20 * $self->{hits}{$path} / max(values %{ $self->{hits} }));
}

1;
