# $_ as everybody's variable: local, nested map, grep and for, aliases that change what they name.
use strict;
use warnings;

sub double { return $_ * 2 }
sub with_local { local $_ = shift; s/a/b/; tr/b/c/; return $_ }
sub each_of { my $code = shift; my @r; for (@_) { push @r, $code->() } return @r }

my @n = (1 .. 4);
$_ *= 10 for @n;
print "@n\n";
print join(' ', map { double() } grep { $_ > 10 } @n), "\n";
for (@n) { print with_local("a$_"), ' ', join('', map { chr(64 + $_) } grep { $_ < 4 } 1 .. 5), "\n" if $_ > 20 }
print join(' ', each_of(sub { $_ + 1 }, 1, 2)), "\n";
$_ = 'outer';
{ local $_ = 'inner'; print; print "\n" }
print "$_\n";
for my $outer (1 .. 2) { for (1 .. 2) { print $outer, $_, double(), ' ' } }
print "\n";
my %h = (a => 1, b => 2);
$_++ for values %h;
print join(',', map { "$_=$h{$_}" } sort keys %h), "\n";
print "short\n" if grep { my $x = $_; grep { $_ == $x } 20, 30 } @n;
my @copy = map { s/0//r } @n;
print "@copy\n";
for (map { $_ + 1 } @copy) { last if $_ > 3; print; print ' ' }
print lc, "\n" for qw(A B);
