# s///e nested and with functions that match, tr, pos, \G, split with calls, named captures.
use strict;
use warnings;

sub wrap { my $x = shift; $x =~ s/(.)/[$1]/g; return $x }
sub number { our $n; return ++$n }
sub is_word { return $_[0] =~ /^\w+$/ }

my $t = 'a1 bb22 ccc333';
(my $u = $t) =~ s/(\w+?)(\d+)/wrap($1) . ($2 > 20 ? number() : '-')/ge;
print "$u\n";
$u =~ s{\[(\w)\]}{ my $x = $1; $x =~ s/b/number()/e; $x }gex;
print "$u\n";
my $r = $t =~ s/\d/number()/egr =~ s/(\w)$/wrap($1)/er;
print "$r\n";
(my $up = $t) =~ tr/a-c/A-C/;
my $digits = ($t =~ tr/0-9//);
print "$up $digits ", $t =~ tr/a-z//cdr, "\n";
while ($t =~ /\G\s*([a-z]+)(\d+)/gc) { print "$1=$2 at ", pos $t, is_word($1) ? '' : '?', "\n" }
pos($t) = 3;
$t =~ /\G(b+)/g and print "$1 ", pos $t, "\n";
print join('|', map { wrap($_) } split /\s*,\s*/, 'x , y,z'), ' ', scalar(my @f = split //, wrap('ab')), "\n";
print join('|', split /(\d)/, 'a1b2c', 2), ' ', join('|', split ' ', '  lead and trail  '), "\n";
if ('2024-05-06' =~ /(?<y>\d+)-(?<m>\d+)-(?<d>\d+)/) { print "$+{d}.$+{m}.$+{y} $-[0] $+[0] ", scalar keys %+, "\n" }
my @pairs = 'k1=v1;k2=v2' =~ /(\w+)=(\w+)/g;
print scalar(@pairs), wrap($pairs[-1]), "\n";
my $re = join '|', map { quotemeta wrap($_) } qw(a b);
print 'x[b]y' =~ /($re)/ ? "found $1\n" : "none\n";
my $qr = qr/(\d+)(?!\d)/x;
for my $s ('a12', 'none', 'b7c8') { my @m = $s =~ /$qr/g or next; print scalar(@m), number(), ' ' }
print "\n", join(',', grep { !is_word($_) } 'a-b', 'ab'), "\n";
my $count = () = $t =~ /\d/g;
print "$count\n";
1 while $t =~ s/(\d)(\d)/$1/;
print "$t\n";
$t =~ s/(?<c>c+)/{ wrap(uc $+{c}) }/e;
print "$t ", "\LABC\E \Qa.b\E \u\LxYZ\E", "\n";
