# Sub names in UTF-8, with digits, in deep packages.
use strict;
use warnings;
use utf8;
binmode STDOUT, ':utf8';

sub größe { return 'Größe' }
sub 日本 { my $x = shift; return größe() . $x }
print 日本('語'), "\n";
package A::B::C::D::E::F { sub deep_1_2 { return __PACKAGE__ } }
print A::B::C::D::E::F::deep_1_2(), "\n";
print A::B::C::D::E::F->can('deep_1_2')->(), "\n";
