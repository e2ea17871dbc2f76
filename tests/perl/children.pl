# Children: pipes from and to a fork, backquotes, system, wait, kill, several at a time, $?.
use strict;
use warnings;
use POSIX ();
$| = 1;

sub work { my $n = shift; my $s = 0; $s += $_ for 1 .. $n; return $s }
sub from_child {
    my $n = shift;
    my $pid = open(my $out, '-|') // die;
    if (!$pid) { print work($_), "\n" for 1 .. $n; exit 0 }
    my @lines = <$out>;
    close $out;
    return map { chomp; $_ } @lines;
}
sub to_child {
    my $pid = open(my $in, '|-') // die;
    if (!$pid) { my $sum = 0; while (<STDIN>) { $sum += work($_) } print "child got $sum\n"; exit($sum % 7) }
    print {$in} "$_\n" for @_;
    close $in;
    return $? >> 8;
}

print join(' ', from_child(3)), "\n";
print to_child(4, 5), "\n";
my %name;
for my $n (1 .. 3) {
    my $pid = fork() // die;
    if (!$pid) { exit work($n) }
    $name{$pid} = $n;
}
my @ended;
while ((my $pid = wait) > 0) { push @ended, "$name{$pid}:" . ($? >> 8) }
print join(' ', sort @ended), "\n";
my ($blocked, $none) = (POSIX::SigSet->new(POSIX::SIGTERM()), POSIX::SigSet->new);
POSIX::sigprocmask(POSIX::SIG_BLOCK(), $blocked);
my $pid = fork() // die;
if (!$pid) {
    $SIG{TERM} = sub { exit work(3) };
    POSIX::sigsuspend($none);
}
print kill(0, $pid), kill('TERM', $pid), "\n";
waitpid $pid, 0;
print $? >> 8, "\n";
print system('sh', '-c', 'exit 3') >> 8, ' ', `echo out; exit 2`, $? >> 8, "\n";
print system('no-such-command-here') == -1 ? "failed\n" : "ran\n";
print waitpid(-1, 0), "\n";
