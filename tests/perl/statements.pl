# Every kind of statement: modifiers, elsif, unless, C-style for, blocks, ternaries, chained.
use strict;
use warnings;

my ($n, @list, %h) = (0);
$n++ if 1;
$n++ unless 0;
$n++ while $n < 5;
$n-- until $n < 3;
push @list, $_ for 1 .. 3;
for (my $i = 0; $i < 4; $i++) {
    if ($i == 0) {
        $n += 10;
        $n -= 1;
    }
    elsif ($i == 1) {
        $n += 100;
        $n -= 1;
    }
    elsif ($i == 2) { $n += 1000; }
    else {
        $n += 10000;
        $n -= 1;
    }
}
unless ($n % 2) { $n++; $n++ } else { $n--; $n-- }
{
    my $local = $n;
    { $local++; { $local++; } }
    $n = $local;
}
my $kind = $n > 100 ? 'big' : $n > 10 ? 'medium' : 'small';
my $long = $n
    + 1
    + scalar(@list)
    + 2;
%h = (
    a => 1,
    b => do { my $t = 2; $t * 2 },
    c => [ map { $_ * 2 } @list ],
);
foreach my $k (sort keys %h) { $n += ref $h{$k} ? @{ $h{$k} } : $h{$k} }
while (my ($k, $v) = each %h) { $n++ }
print "$n $kind $long\n"; print "same line\n"; $n = 0; $n++;
local $_ = 'topic';
print "$_\n" and $n++ or $n--;
print sprintf('%s %d', $kind, $n), "\n";
