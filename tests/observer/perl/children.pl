# SPDX-License-Identifier: GPL-2.0-or-later
# How children end: exit statuses, signals, core dumps, waiting for none.
use strict;
use warnings;

$| = 1;
print 'children at the beginning: ', wait, " $!\n";
sub status { return sprintf 'exit %d, signal %d, core %d', $? >> 8, $? & 127, $? & 128 ? 1 : 0 }
for my $code (0, 1, 2, 127, 128, 255, 256) {
    my $pid = fork // die;
    exit $code if !$pid;
    waitpid $pid, 0;
    print "exit $code: ", status(), "\n";
}
for my $signal (qw(HUP INT QUIT ABRT KILL USR1 SEGV PIPE ALRM TERM)) {
    my $pid = fork // die;
    if (!$pid) { $SIG{$signal} = 'DEFAULT'; kill $signal => $$; sleep 10; exit 99 }
    waitpid $pid, 0;
    print "$signal: ", status(), "\n";
    system qq{sh -c 'kill -$signal \$\$'};
    print "system $signal: ", status(), "\n";
}
print 'through sh: ', `sh -c 'kill -TERM \$\$'; echo \$?`;
system $^X, '-e', 'die "x\n"';
print 'die: ', status(), "\n";
system $^X, '-e', '$! = 5; die "x\n"';
print 'die with errno: ', status(), "\n";
system $^X, '-MPOSIX', '-e', 'POSIX::_exit(7)';
print '_exit: ', status(), "\n";
my ($user, $system, $cuser, $csystem) = times;
print 'times: ', join(' ', map { $_ >= 0 ? 'ok' : 'below 0' } $user, $system, $cuser, $csystem), "\n";
my @pids = map { my $pid = fork // die; exit $_ if !$pid; $pid } 1 .. 5;
my %left = map { $_ => 1 } @pids;
delete $left{ +wait } for @pids;
print 'unknown children: ', scalar(keys %left), ', then ', wait, "\n";
