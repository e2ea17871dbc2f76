# Tied hashes and arrays: each, keys, values, delete, exists, slices, push, splice, local; FETCH in a
# match, in a sort, in a condition; methods that die.
use strict;
use warnings;
use Tie::Hash;
use Tie::Array;
use Tie::Scalar;

package Noisy { our @ISA = 'Tie::StdHash'; our $n = 0; sub FETCH { $n++; my ($s, $k) = @_; return $s->{$k} } sub STORE { die "no $_[1]\n" if $_[1] eq 'bad'; $_[0]{ $_[1] } = $_[2] } }
package List { our @ISA = 'Tie::StdArray'; our $n = 0; sub FETCH { $n++; $_[0][ $_[1] ] } }
package Text { our @ISA = 'Tie::StdScalar'; our $n = 0; sub FETCH { $n++; return ${ $_[0] } } }
package main;

tie my %h, 'Noisy';
%h = (b => 2, a => 1, c => 3);
print join(',', map { "$_$h{$_}" } sort { $h{$a} <=> $h{$b} } keys %h), "\n";
while (my ($k, $v) = each %h) { $Noisy::n += $v }
$_++ for values %h;
print join(',', @h{qw(a b)}), exists $h{c} ? 'c' : '', delete $h{c}, scalar(%h) ? 'full' : 'empty', "\n";
print eval { $h{bad} = 1; 1 } ? 'stored' : "refused $@";
{ local $h{a} = 'local'; print $h{a}, ' ' }
print $h{a}, ' ', join('', %h{'a'}), "\n";
$h{count} += 5 for 1 .. 2;
$h{list} ||= [1];
push @{ $h{list} }, 2;
print $h{count}, scalar @{ $h{list} }, "\n";
%h = ();
tie my @a, 'List';
push @a, 1 .. 5;
print join(' ', @a, pop @a, shift @a, scalar @a, $#a), "\n";
unshift @a, 0;
splice @a, 1, 1, 'x', 'y';
$#a = 3;
print join(' ', map { $_ } reverse @a), exists $a[9] ? 1 : 0, "\n";
print join(' ', grep { /\w/ } sort @a), "\n";
for my $x (@a) { $x .= '!' if $x eq 'x' }
@a = ();
tie my $t, 'Text', 'some text';
print "matched $1\n" if $t =~ /(t\w+)/;
$t =~ s/some/any/;
print length $t, ($t eq 'any text' ? ' same' : ' other'), ' ', join('|', split ' ', $t), "\n";
print $Noisy::n > 10, $List::n > 10, $Text::n, "\n";
if (my $o = tied $t) { print ref $o, "\n" }
