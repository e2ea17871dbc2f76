# lvalue subs, as targets of assignment, of +=, of foreach, of local changes.
use strict;
use warnings;

my $store = 1;
my %slots;
sub slot :lvalue { $store }
sub keyed :lvalue { my $k = shift; $slots{$k} }
sub both :lvalue { my $k = shift; keyed("both $k") }

slot() = 5;
slot() += 2;
print "$store\n";
keyed('a') = 'x';
keyed('b') .= 'y' for 1 .. 3;
both('c') = 9;
print join(',', map { "$_=$slots{$_}" } sort keys %slots), "\n";
for (slot()) { $_ *= 10 }
print slot(), "\n";
(my $copy = slot()) =~ s/7/8/;
print "$copy\n";
