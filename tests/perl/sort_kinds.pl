# Sorts: numeric and reversed in place, comparators that return early, that are XSUBs, that sort.
use strict;
use warnings;
use version;

sub early { return -1 if $a eq 'first'; return 1 if $b eq 'first'; return $a cmp $b }
sub by_rank { my %rank = (low => 1, mid => 2, high => 3); return $rank{$a} <=> $rank{$b} }
sub nested { my ($x) = sort { $b <=> $a } split //, $a; my ($y) = sort { $b <=> $a } split //, $b; $x <=> $y }
sub counted { our $compared++; return $a <=> $b }

my @n = map { $_ * 37 % 101 } 1 .. 12;
@n = sort { $a <=> $b } @n;
print "@n\n";
@n = reverse sort { $a <=> $b } @n;
print "@n\n";
@n = sort { $b <=> $a } @n;
print join(' ', sort early qw(z b first a)), "\n";
print join(' ', sort by_rank qw(high low mid low)), "\n";
print join(' ', sort nested 12, 91, 33, 45), "\n";
my @v = map { version->parse($_) } qw(1.10 1.9 v1.2.3);
print join(' ', sort version::vcmp @v), "\n";
print join(' ', reverse sort counted 3, 1, 2), "\n";
our $compared;
print $compared > 1 ? "compared\n" : "not\n";
my $sub = 'early';
print join(' ', sort $sub qw(c b a)), "\n";
my %h = (a => 3, b => 1, c => 2);
for my $k (sort { $h{$a} <=> $h{$b} or die } keys %h) { print $k }
print "\n", scalar(my @u = do { my %s; grep { !$s{$_}++ } sort map { lc } qw(B a A b) }), "\n";
sub sorted_by { my $key = shift; return sort { my ($x, $y) = ($a->{$key}, $b->{$key}); $x cmp $y } @_ }
print join(' ', map { $_->{n} } sorted_by('n', { n => 'q' }, { n => 'p' })), "\n";
my @e = sort { counted() } ();
print scalar(@e), "\n";
