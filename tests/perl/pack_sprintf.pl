# pack, unpack, sprintf with vectors and positions, vec, hex, oct; templates with groups.
use strict;
use warnings;

sub record { my ($id, $name) = @_; return pack('N n/a*', $id, $name) }
sub parse { my ($id, $name) = unpack 'N n/a*', shift; return "$id=$name" }
sub bits { my $v = shift; return unpack('b*', $v) }

print join(' ', map { parse(record($_, "name$_")) } 1 .. 3), "\n";
my @list = unpack '(A2)*', 'aabbcc';
print "@list ", unpack('%32C*', 'checksum'), "\n";
print bits(pack 'C2', 1, 2), ' ', unpack('H*', pack 'w', 300), "\n";
my $vec = '';
vec($vec, $_, 1) = 1 for 1, 3, 5;
vec($vec, 3, 4) = 15;
print bits($vec), ' ', vec($vec, 0, 8), ' ', length $vec, "\n";
printf "%vd %s %2\$s %1\$s\n", '1.22.333', 'second';
print sprintf('%05.1f|%-6s|%+d|%x|%o|%b|%e', 3.14159, 'left', 5, 255, 8, 5, 12345), "\n";
print sprintf('%*d|%-*d|%.*f', 5, 42, 5, 42, 2, 2.71828), "\n";
print hex('ff'), oct('0x1f'), oct('755'), oct('0b101'), "\n";
print join(',', unpack 'x2 a1 X2 a1 @0 a2', 'abcdef'), "\n";
print join(',', unpack '(n C)2', pack '(n C)2', 1, 2, 3, 4), "\n";
print sprintf('%s', join '-', map { sprintf '%03d', $_ } unpack 'U*', "\x{e9}a"), "\n";
print ord('A'), chr(66), lc('X'), ucfirst('word'), lcfirst('WORD'), "\n";
