# Overloaded operators, conversions, comparison, iteration, nomethod.
use strict;
use warnings;

package Num {
    use overload
        '+' => \&add, '-' => sub { Num->new($_[2] ? $_[1] - $_[0]{v} : $_[0]{v} - (ref $_[1] ? $_[1]{v} : $_[1])) },
        '<=>' => sub { my ($x, $y) = map { ref $_ ? $_->{v} : $_ } @_[0, 1]; $x <=> $y },
        '""' => sub { "Num($_[0]{v})" }, 'bool' => sub { $_[0]{v} != 0 }, '0+' => sub { $_[0]{v} },
        '@{}' => sub { [ 1 .. $_[0]->value ] },
        'neg' => sub { Num->new(-$_[0]{v}) };
    sub new { my ($c, $v) = @_; bless { v => $v }, $c }
    sub add { my ($x, $y) = @_; Num->new($x->{v} + (ref $y ? $y->{v} : $y)) }
    sub value { $_[0]{v} }
}
package Any {
    use overload 'nomethod' => sub { "nomethod $_[3]" };
}
package main;

my $x = Num->new(3);
my $y = $x + 4;
print "$y ", $y - 1, " ", 10 - $y, " ", -$y, "\n";
print join(' ', sort { $a <=> $b } Num->new(3), Num->new(1), Num->new(2)), "\n";
print "true\n" if $x;
print "@$x\n";
$y += 5;
print "$y\n";
my $any = bless [], 'Any';
print $any * 2, "\n";
