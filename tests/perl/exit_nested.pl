# exit out of nested subs, loops and an eval; END blocks still run.
use strict;
use warnings;

sub finish { my $code = shift; exit $code }
sub level { my $n = shift; for my $i (1 .. 3) { $n > 3 ? eval { finish(0) } : level($n + 1) } return }
END { print "ended\n" }
print "start\n";
level(1);
print "never\n";
