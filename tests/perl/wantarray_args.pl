# Contexts, @_ aliasing, defaults, nested calls as arguments, chained methods.
use strict;
use warnings;

sub context { return wantarray ? 'list' : defined(wantarray) ? 'scalar' : 'void' }
sub change { $_[0] = 'changed'; $_ *= 2 for @_[1 .. $#_] }
sub add { my ($x, $y) = @_; return $x + $y }
sub chain { my $self = shift; push @$self, @_; return $self }

my @l = context();
my $s = context();
context();
print "@l $s ${\ context()} @{[ context() ]}\n";
my ($a1, $b1, $c1) = (1, 2, 3);
change($a1, $b1, $c1);
print "$a1 $b1 $c1\n";
print add(add(1, 2), add(add(3, 4), 5)), "\n";
my $o = bless [], 'main';
print scalar @{ $o->chain(1)->chain(2, 3)->chain(add(4, 5)) }, "\n";
print add(context() eq 'list' ? 1 : 2, (context())[0] eq 'list' ? 10 : 20), "\n";
my ($x, $y) = (add(1, 1)) x 2;
print "$x$y\n" if add(1, 0) && !add(0, 0) || add(1, 1);
