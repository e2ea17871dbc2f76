# Math::BigInt and Math::BigFloat, with the library in Perl: overloading over many subs.
use strict;
use warnings;
use Math::BigInt lib => 'Calc';
use Math::BigFloat lib => 'Calc';

sub factorial { my $n = shift; my $r = Math::BigInt->new(1); $r *= $_ for 2 .. $n; return $r }
sub power { my ($x, $n) = @_; return $n == 0 ? Math::BigInt->bone : $n % 2 ? $x * power($x, $n - 1) : power($x * $x, $n / 2) }

print factorial(20), ' ', power(Math::BigInt->new(3), 25), "\n";
my $x = Math::BigInt->new('123456789012345678901');
print $x % 97, ' ', $x / 1000, ' ', -$x <=> $x, ' ', $x->copy->bgcd(factorial(5)), "\n";
my ($q, $r) = Math::BigInt->new(100)->bdiv(7);
print "$q $r ", Math::BigInt->new('0xff'), ' ', Math::BigInt->new('nonsense')->is_nan ? 'nan' : 'number', "\n";
print Math::BigFloat->new('1.5')->bmul('2.25'), ' ', Math::BigFloat->new(2)->bsqrt(10), "\n";
print join(' ', sort { $a <=> $b } map { Math::BigInt->new($_) } 30, 4, 100), "\n";
my $i = Math::BigInt->new(5);
$i++;
$i **= 2;
print $i == 36 ? 'equal' : 'different', " $i\n";
