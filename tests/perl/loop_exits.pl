# last, next and redo out of loops, out of nested blocks, and out of a sub.
use strict;
use warnings;
no warnings 'exiting';

sub leave_by_next { next }
sub leave_by_last { my $x = shift; last if $x > 3; return $x }

my $n = 0;
for my $i (1 .. 10) {
    $n++;
    leave_by_next() if $i % 2;
    $n += 100;
}
print "$n\n";
for my $i (1 .. 10) {
    $n += leave_by_last($i);
}
print "$n\n";
OUTER: for my $i (1 .. 5) {
    for my $j (1 .. 5) {
        next OUTER if $j == $i;
        last OUTER if $i == 4;
        $n++;
    }
}
my $tries = 0;
for my $i (1 .. 2) {
    redo if $tries++ < 3;
}
my $w = 5;
while ($w-- > 0) {
    next if $w == 3;
    last if $w == 1;
}
until ($w > 3) { $w++ } continue { $n++ }
do { $n++ } while ($n % 7);
print "$n $tries $w\n";
