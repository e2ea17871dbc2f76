# exit inside a destructor and inside a handler of warnings; die inside END.
use strict;
use warnings;

package Bomb { sub new { bless {}, shift } sub DESTROY { print "bomb\n"; main::finish(2) } }
sub finish { my $n = shift; print "finish\n"; exit $n }
sub hold { my $b = Bomb->new; my $x = shift; return $x + 1 }
$SIG{__WARN__} = sub { print 'warned ', $_[0]; undef $main::bomb };
our $bomb = Bomb->new;
END { print "end $?\n"; $? = 0 }
warn "now\n";
print "never\n";
