# chop, chomp, case, index, 4-argument and lvalue substr, reverse, increments, lengths, multi-part joins.
use strict;
use warnings;
use utf8;
use feature "fc";
binmode STDOUT, ':utf8';

sub part { my $n = shift; return substr 'abcdefgh', $n, 2 }
sub strip { my $s = shift; chomp $s; chop $s while $s =~ /!$/; return $s }

my $s = part(0) . '-' . part(2) . '-' . part(4);
$s .= part(1) . part(3) for 1 .. 2;
print "$s @{[ length $s ]}\n";
print strip("line!!\n"), '|', lc(part(1)), uc(part(2)), ucfirst(part(3)), lcfirst('ABC'), fc('ß'), "\n";
substr($s, 0, 2) = part(6);
substr $s, 3, 2, 'four';
my $r = \substr $s, 1, 1;
$$r = part(0);
(substr $s, -2) =~ s/./uc part(5)/e;
print "$s ", index($s, 'four'), rindex($s, 'b'), index($s, 'zz'), "\n";
print scalar reverse(part(0) . part(2)), ' ', join('', reverse map { part($_) } 0 .. 2), "\n";
my $v = 'Az';
print $v++, $v++, ' ', do { my $z = 'zz9'; $z++; $z }, ' ', do { my $n = '9'; ++$n }, "\n";
print 'x' x 3 . part(0) x 2, ' ', "a" lt "b" ? part(1) : part(2), ' ', 'b' cmp part(0), "\n";
print join(',', map { ord } split //, 'é日'), ' ', length('日本'), ' ', sprintf('%s|%5s|%-5s|%.1s', 'ü', 'é', 'ñ', '日本'), "\n";
my @parts = ('a' .. 'e');
print "@parts[1 .. 3] $parts[-1] $#parts ${\ part(0)} @{[ map { part($_) } 0, 1 ]}\n";
my %h = (key => { list => [ 1, 2 ] });
print "$h{key}{list}[1] $h{key}->{list}->[0] @{$h{key}{list}}\n";
print lc(uc(part(0)) . ucfirst lc part(1)) eq 'abbc' ? "same\n" : "other\n";
print join('|', 'a:b:c' =~ /[^:]+/g), ' ', join('|', map { sprintf '%02x', ord } split //, pack 'A3', 'xy'), ' ', quotemeta('a.b'), "\n";
my $long = '';
$long .= chr(65 + $_ % 26) . (part($_ % 6))[0] for 0 .. 9;
print $long, ' ', $long =~ tr/A-Z//, ' ', crypt_free($long), "\n";
sub crypt_free { my $t = 0; $t = ($t * 31 + ord) % 1009 for split //, shift; return $t }
