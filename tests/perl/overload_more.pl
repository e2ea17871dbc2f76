# Overloaded ==, eq, cmp, x, ., neg, !, ++, +=, abs, <>, %{}, ${}, -X, =, qr, fallback, inherited.
use strict;
use warnings;

package Base {
    use overload '""' => 'text', '==' => sub { $_[0]->id == (ref $_[1] ? $_[1]->id : $_[1]) }, 'cmp' => sub { my ($x, $y, $swap) = @_; ("$x" cmp "$y") * ($swap ? -1 : 1) };
    sub new { my ($class, $id) = @_; my $self = { id => $id }; return bless $self, $class }
    sub id { my $self = shift; return $self->{id} }
    sub text { my $self = shift; return 'base' . $self->id }
}
package Derived {
    our @ISA = 'Base';
    use overload 'x' => sub { join '', ("$_[0]") x $_[1] }, '.' => sub { my ($x, $y, $swap) = @_; $swap ? "$y<" . $x->text : $x->text . ">$y" },
        '!' => sub { !$_[0]->id }, '++' => sub { $_[0]{id}++; $_[0] }, '+=' => sub { $_[0]{id} += $_[1]; $_[0] }, '=' => sub { Derived->new($_[0]->id) },
        'abs' => sub { abs $_[0]->id }, '<>' => sub { my $s = shift; $s->{id} > 0 ? $s->{id}-- : undef }, 'bool' => sub { 1 },
        '-X' => sub { "-$_[1]" }, 'neg' => sub { Derived->new(-$_[0]->id) }, 'qr' => sub { qr/d\d/ }, '~~' => sub { 0 }, '<=>' => sub { my ($x, $y) = @_; $x->id <=> (ref $y ? $y->id : $y) };
    sub text { my $self = shift; return 'd' . $self->SUPER::text() }
}
package Wrap {
    use overload '${}' => sub { ${ $_[0]->() } || \'none' }, '@{}' => sub { $_[0]->()->{list} }, '%{}' => sub { $_[0]->() }, fallback => 1;
    sub new { my $h = { list => [ 1, 2 ], k => 'v' }; return bless sub { $h }, 'Wrap' }
}
package main;

my ($x, $y) = (Base->new(1), Derived->new(2));
print "$x $y ", $x == 1 ? 'eq1 ' : '', $x == $y ? 'same' : 'different', "\n";
print $x eq 'base1' ? 'text ' : '', $x lt $y ? "less\n" : "more\n";
print $y x 2, ' ', $y . 'z', ' ', 'a' . $y, ' ', !$y ? 'false' : 'true', ' ', abs $y, "\n";
my $copy = $y;
$copy++;
$copy += 10;
print $copy->id, $y->id, ' ', -$copy, ' ', -e $y, "\n";
print 'matches ', 'd7' =~ $y ? 1 : 0, "\n";
while (defined(my $n = <$y>)) { print "next $n\n" }
print join(' ', map { $_->id } sort { $a <=> $b } Derived->new(3), Derived->new(1)), ' ', join(' ', sort { $a cmp $b } $x, 'a', $copy), "\n";
my $w = Wrap->new;
print "@$w $w->{k} $w->[1] ", join(',', sort keys %$w), "\n";
print "yes\n" if $copy and $copy > 5;
