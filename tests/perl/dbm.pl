# dbmopen and dbmclose: a hash that is tied to a file, by XSUBs.
use strict;
use warnings;

sub fill { my ($h, %new) = @_; $h->{$_} = $new{$_} for sort keys %new; return scalar keys %new }
sub total { my $h = shift; my $sum = 0; while (my ($k, $v) = each %$h) { $sum += $v } return $sum }

our %db;
dbmopen %db, 'file', 0644 or die "dbmopen: $!";
print fill(\%db, one => 1, two => 2, three => 3), ' ', total(\%db), "\n";
delete $db{two};
print defined $db{two} ? 'there' : 'gone', ' ', $db{three}++, ' ', join(',', sort keys %db), "\n";
dbmclose %db;
dbmopen %db, 'file', undef or die;
print total(\%db), ' ', join(',', map { length } sort values %db), "\n";
dbmclose %db;
print scalar(%db) ? "filled\n" : "empty\n";
