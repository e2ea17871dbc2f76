# Iterators by closures and by overloading, generators that end, lazy lists, infinite ones cut off, zips.
use strict;
use warnings;

package Iter {
    use overload '<>' => 'next', 'bool' => sub { 1 }, fallback => 1;
    sub new { my ($class, $code) = @_; return bless { code => $code, ahead => [] }, $class }
    sub next { my $s = shift; return @{ $s->{ahead} } ? shift @{ $s->{ahead} } : $s->{code}() }
    sub peek { my $s = shift; push @{ $s->{ahead} }, $s->next if !@{ $s->{ahead} }; return $s->{ahead}[0] }
    sub map { my ($s, $f) = @_; return Iter->new(sub { my $x = $s->next; return defined $x ? $f->($x) : undef }) }
    sub grep { my ($s, $f) = @_; return Iter->new(sub { while (defined(my $x = $s->next)) { return $x if $f->($x) } return }) }
    sub take { my ($s, $n) = @_; my @l; while ($n-- > 0 and defined(my $x = $s->next)) { push @l, $x } return @l }
}
package main;

sub range { my ($from, $to) = @_; return Iter->new(sub { return defined $to && $from > $to ? undef : $from++ }) }
sub zip { my @i = @_; return Iter->new(sub { my @row = map { $_->next } @i; return (grep { !defined } @row) ? undef : join '', @row }) }
sub primes { my @found; return range(2)->grep(sub { my $n = shift; for my $p (@found) { last if $p * $p > $n; return 0 if $n % $p == 0 } push @found, $n; return 1 }) }
sub fibs { my ($x, $y) = (0, 1); return Iter->new(sub { my $r = $x; ($x, $y) = ($y, $x + $y); return $r }) }

my $i = range(1, 4);
while (defined(my $x = <$i>)) { print "$x " }
print join(' ', range(1)->map(sub { $_[0]**2 })->grep(sub { $_[0] % 2 })->take(4)), "\n";
print join(' ', primes()->take(10)), ' ', join(' ', fibs()->take(8)), "\n";
my $z = zip(range(1), Iter->new(do { my @l = qw(a b c); sub { shift @l } }));
for (; defined $z->peek;) { print $z->next, ' ' }
print "\n";
my $tree = [ 1, [ 2, [ 3 ] ], 4 ];
my $walk;
$walk = sub { my @stack = @_; return Iter->new(sub { while (@stack) { my $n = shift @stack; return $n if !ref $n; unshift @stack, @$n } return }) };
print join(',', $walk->($tree)->take(10)), "\n";
