# Tied scalars, arrays, hashes and handles: their methods are called by the statements.
use strict;
use warnings;

package Counter {
    sub TIESCALAR { my $v = 0; bless \$v, shift }
    sub FETCH { my $s = shift; return ++$$s }
    sub STORE { my ($s, $v) = @_; $$s = $v }
    sub UNTIE { print "untied\n" }
}
package Upper {
    sub TIEHASH { bless {}, shift }
    sub STORE { $_[0]{ uc $_[1] } = $_[2] }
    sub FETCH { $_[0]{ uc $_[1] } }
    sub EXISTS { exists $_[0]{ uc $_[1] } }
    sub DELETE { delete $_[0]{ uc $_[1] } }
    sub FIRSTKEY { my @k = sort keys %{ $_[0] }; $k[0] }
    sub NEXTKEY { my ($s, $last) = @_; for my $k (sort keys %$s) { return $k if $k gt $last } return }
}
package Squares {
    sub TIEARRAY { bless [], shift }
    sub FETCHSIZE { 4 }
    sub FETCH { $_[1]**2 }
}
package Shout {
    sub TIEHANDLE { my $fh = $_[1]; bless \$fh, $_[0] }
    sub PRINT { my $s = shift; print {$$s} map { uc } @_ }
    sub PRINTF { my $s = shift; my $f = shift; $s->PRINT(sprintf $f, @_) }
    sub READLINE { "line\n" }
}
package main;

tie my $n, 'Counter';
print "$n $n ", $n + 1, "\n";
$n = 10;
print "$n\n";
untie $n;
tie my %h, 'Upper';
$h{abc} = 1;
$h{def} = 2;
print join(',', map { "$_=$h{$_}" } keys %h), exists $h{ABC} ? " yes\n" : " no\n";
delete $h{abc};
tie my @a, 'Squares';
print "@a\n";
tie *OUT, 'Shout', \*STDOUT;
print OUT "hello\n";
printf OUT "%s\n", 'formatted';
my $line = <OUT>;
print $line;
