# Calls in the middle of statements, after something in the same statement has been left: a sub,
# an eval block, a loop in a do block, a nested block, a destructor.
use strict;
use warnings;

sub f { my $x = shift; return $x + 1 }
sub g { my $x = shift; for my $i (1 .. 2) { $x += $i } return $x }
sub h { my $x = shift; if ($x > 2) { my $y = f($x); return $y } $x }
package Held { sub new { bless [], shift } sub DESTROY { main::f(1) } sub v { 5 } }

my $p = f(1) + g(2)
    + h(3)
    + f(h(1));
my $q = eval { f(5); g(1) } + f(2)
    + (eval { die "caught\n" } || f(3))
    + g(4);
my $c = do {
    my $sum = 0;
    for my $i (1 .. 3) {
        $sum += f($i);
    }
    $sum;
} + g(1) + f(2);
my $d = do { 1; { f(1) } } + f(9);
my $e = f(do { my $t = g(2); if ($t) { h($t) } else { 0 } }) . f(1)
    . do { my $w = ''; while (length $w < 3) { $w .= f(1) } $w } . g(2);
print join(',', map { my $m = f($_); g($m) } 1 .. 2), f(1),
    h(2), "\n";
print Held->new->v + f(3), g(1), "\n";
my %r = (
    one   => f(1),
    two   => [ map { { n => g($_) } } 1 .. 2 ],
    three => sub { my $z = shift; f($z) }->(3) + h(4),
    four  => (sort { $a <=> $b } f(3), g(1))[0],
);
print "$p $q $c $d $e $r{one} $r{three} $r{four} ", f(scalar @{ $r{two} }), "\n";
print eval "f(1);\ng(2)", f(1), "\n";
