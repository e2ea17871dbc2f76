# exit inside END, after a die that nobody catches; the other END blocks run, and a child's.
use strict;
use warnings;
$| = 1;

sub note { print "@_\n" }
END { note('last', $?); $? = 0 }
END { note('exits'); eval { exit 4 }; note('never') }
END { note('first', $?) }
sub fails { my $x = shift; $! = 0; die "not caught\n" if $x }

my $pid = fork() // die;
if (!$pid) { note('child'); fails(0); exit 9 }
waitpid $pid, 0;
note('status', $? >> 8);
$? = 0;
fails(1);
