use strict;
package Work; my $text = 'profiler' x 1000;
sub light { my $s = 0; $s += $_ for 1 .. $_[0]; return $s }
sub heavy {
    my $n = shift;
    my $s = 0;
    for my $i (1 .. $n) {
        $s += $text =~ tr/a-m//;
    }
    return $s;
}
package main;
my $cb = sub {
    my $x = shift;
    return Work::light($x) + 1;
};
my $sum = 0;
for (1 .. 1000) {
    $sum += Work::heavy(10);
    $sum += $cb->(300);
}
print "$sum\n";
