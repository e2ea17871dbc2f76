# Sort blocks, named comparators, comparators by reference; that call subs; that die.
use strict;
use warnings;

sub by_number { $a <=> $b }
sub key_of { return length $_[0] }
sub by_key { key_of($a) <=> key_of($b) or $a cmp $b }
sub with_proto($$) { my ($x, $y) = @_; return $x <=> $y }

my @n = map { ($_ * 7) % 23 } 1 .. 20;
my @w = qw(pear fig banana apple kiwi date);
print join(' ', sort { $a <=> $b } @n), "\n";
print join(' ', sort by_number @n), "\n";
print join(' ', sort by_key @w), "\n";
my $cmp = sub { key_of($b) <=> key_of($a) || $a cmp $b };
print join(' ', sort $cmp @w), "\n";
print join(' ', sort with_proto @n), "\n";
print join(' ', sort { my $x = key_of($a); my $y = key_of($b); $x <=> $y || $a cmp $b } @w), "\n";
print join(' ', reverse sort { lc $a cmp lc $b } @w), "\n";
my @s = eval { sort { die "no order\n" if $a eq 'kiwi'; $a cmp $b } @w };
print "caught $@";
print join(' ', map { $_->[1] } sort { $a->[0] <=> $b->[0] } map { [ key_of($_), $_ ] } @w), "\n";
