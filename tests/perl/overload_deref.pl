# An object that is called: overloaded code dereference.
# oracle-rule: overload-deref Num::deref
use strict;
use warnings;

package Num {
    use overload '&{}' => \&deref;
    sub new { my ($c, $v) = @_; bless { v => $v }, $c }
    sub deref { my $s = shift; my $v = $s->{v}; return sub { return $v + shift } }
}
package main;

my $x = Num->new(3);
print $x->(10), "\n";
print &$x(20), "\n";
for my $i (1 .. 3) { print $x->($i), "\n" }
