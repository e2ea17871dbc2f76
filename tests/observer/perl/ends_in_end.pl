# SPDX-License-Identifier: GPL-2.0-or-later
# The exit status that END leaves, and the order of things at the end.
use strict;
use warnings;

package Object { sub new { return bless [ $_[1] ] } sub DESTROY { print "DESTROY $_[0][0] ${^GLOBAL_PHASE} $?\n" } }
our $global = Object->new('global');
my $lexical = Object->new('lexical');
END { print "END 1: $?\n"; $? = 9 }
END { print "END 2: $?\n"; local $?; system 'true' }
$SIG{__DIE__} = sub { print "dies: $_[0]" };
$! = 4;
die "the end\n";
