# exit inside evals, in a loop, in a sort, under local and with objects alive; END runs.
use strict;
use warnings;

package Guard { sub new { bless { n => $_[1] }, $_[0] } sub DESTROY { print "guard $_[0]{n}\n" } }
sub cmp_exit { leave(3) if $a == 2 || $b == 2; return $a <=> $b }
sub leave { my $code = shift; my $g = Guard->new('leave'); exit $code }
sub outer { my $g = Guard->new('outer'); my $r = eval { my $h = Guard->new('eval'); for my $i (1 .. 3) { inner($i) } 1 }; print "not here\n"; return $r }
sub inner { my $i = shift; local $_ = $i; return $i if $i < 3; my @s = eval { eval q{ sort cmp_exit 3, 1, 2 } }; print "nor here\n" }
END { print "end $?\n"; $? = 0; later() }
sub later { print "later\n" }
outer();
