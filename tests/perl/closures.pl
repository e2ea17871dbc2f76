# Closures made from one sub, called by many; recursion through a closure; counters.
use strict;
use warnings;

sub make_counter { my $n = shift; return sub { return $n += shift // 1 } }
sub apply { my ($f, @args) = @_; return $f->(@args) }

my @counters = map { make_counter($_) } 1 .. 5;
for my $round (1 .. 4) {
    $_->($round) for @counters;
}
print join(' ', map { $_->() } @counters), "\n";
my $fact;
$fact = sub { my $n = shift; return $n <= 1 ? 1 : $n * $fact->($n - 1) };
print $fact->(10), "\n";
print apply(sub { join '-', @_ }, 1, 2), apply(\&make_counter, 3)->(4), "\n";
my %dispatch = (
    add => sub { $_[0] + $_[1] },
    mul => sub { $_[0] * $_[1] },
);
print $dispatch{$_}->(6, 7), "\n" for sort keys %dispatch;
my $curry = sub { my $x = shift; sub { my $y = shift; sub { $x + $y + shift } } };
print $curry->(1)->(2)->(3), "\n";
