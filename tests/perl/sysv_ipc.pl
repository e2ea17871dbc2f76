# System V queues, semaphores and shared memory.
use strict;
use warnings;
use IPC::SysV qw(IPC_PRIVATE IPC_RMID IPC_CREAT IPC_NOWAIT IPC_STAT SETVAL GETVAL S_IRUSR S_IWUSR);

sub mode { return IPC_CREAT | S_IRUSR | S_IWUSR }
my $q = msgget IPC_PRIVATE, mode();
die "msgget: $!" if !defined $q;
msgsnd $q, pack('l! a*', 3, 'message'), IPC_NOWAIT or die;
msgrcv $q, my $got, 100, 3, IPC_NOWAIT or die;
print join(' ', unpack 'l! a*', $got), "\n";
print msgctl($q, IPC_RMID, 0) ? "removed\n" : "left\n";
my $s = semget IPC_PRIVATE, 1, mode();
die "semget: $!" if !defined $s;
semctl $s, 0, SETVAL, 1;
semop $s, pack 's!3', 0, 1, IPC_NOWAIT or die;
print semctl($s, 0, GETVAL, 0), "\n";
semctl $s, 0, IPC_RMID, 0;
my $m = shmget IPC_PRIVATE, 100, mode();
die "shmget: $!" if !defined $m;
shmwrite $m, 'shared', 0, 10 or die;
shmread $m, my $read, 0, 6 or die;
print "$read\n";
shmctl $m, IPC_RMID, 0 or die;
