# Closures made in loops of every kind, kept, called later, sharing and not sharing variables.
use strict;
use warnings;
use feature qw(state say);

my (@each, @shared);
for my $i (1 .. 3) { push @each, sub { return $i * shift } }
my $j = 0;
while ($j < 3) { my $copy = $j; push @shared, sub { return $j + $copy }; $j++ }
say join ' ', map { $_->(10) } @each;
say join ' ', map { $_->() } @shared;
$j = 100;
say $shared[0]->();

sub counter { my $n = shift; return { up => sub { ++$n }, down => sub { --$n }, get => sub { $n } } }
my ($p, $q) = (counter(5), counter(50));
$p->{up}->() for 1 .. 3;
$q->{down}();
say $p->{get}->(), ' ', $q->{get}->();
sub remember { state %seen; state $calls = init(); return $seen{ $_[0] }++ . '/' . ++$calls }
sub init { return 40 }
say remember($_) for qw(a b a);
my @nested = map { my $x = $_; map { my $y = $_; sub { "$x$y" . (@_ ? $_[0]->() : '') } } qw(p q) } 1 .. 2;
say $nested[0]->($nested[3]);
my $compose = sub { my @f = reverse @_; return sub { my @a = @_; @a = $_->(@a) for @f; wantarray ? @a : $a[0] } };
say $compose->(sub { $_[0] + 1 }, sub { $_[0] * 2 })->(5);
my @later;
for (my $k = 0; $k < 3; $k++) { push @later, sub { $k } }
say join ',', map { $_->() } @later;
foreach my $f (grep { $_->(1) > 1 } @each) { say $f->(2) }
