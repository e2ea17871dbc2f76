# Children that exit, that run a while, that have children; waited for.
use strict;
use warnings;

sub work { my $n = shift; my $s = 0; $s += $_ for 1 .. $n; return $s }
sub child { my $n = shift; my $r = work($n); exit($r % 256) }

sub spawn {
    my $n = shift;
    my $pid = fork() // die;
    child($n) if !$pid;
    waitpid $pid, 0;
    return $? >> 8;
}

print spawn(10), "\n";
print spawn(20), "\n";
$| = 1;
my $pid = fork() // die;
if (!$pid) {
    my $inner = spawn(5);
    print "grandchild gave $inner\n";
    exit work(3);
}
waitpid $pid, 0;
print $? >> 8, "\n";
print work(4), "\n";
