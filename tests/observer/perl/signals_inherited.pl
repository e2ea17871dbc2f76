# SPDX-License-Identifier: GPL-2.0-or-later
# What a program inherits of signals: ignored, blocked, pending; and hands on.
use strict;
use warnings;
use Config;
use POSIX ();

print "$_ ", $SIG{$_} // 'undef', "\n" for sort keys %SIG;
my $now = POSIX::SigSet->new;
POSIX::sigprocmask(POSIX::SIG_BLOCK(), POSIX::SigSet->new, $now);
print "blocked: @{[ grep { $now->ismember($_) } 1 .. 64 ]}\n";
my $pending = POSIX::SigSet->new;
POSIX::sigpending($pending);
print "pending: @{[ grep { $pending->ismember($_) } 1 .. 31 ]}\n";
sub masks { open my $fh, '<', '/proc/self/status' or die $!; return grep {/^Sig|^Shd/ && !/SigQ/} <$fh> }
print masks();
for my $name (qw(INT PIPE CHLD HUP)) {
    local $SIG{$name} = 'IGNORE';
    open my $fh, '-|', $^X, '-e', 'print join " ", map {"$_=$SIG{$_}"} grep { $SIG{$_} } sort keys %SIG' or die $!;
    print "child with $name: ", <$fh>, "\n";
}
$SIG{CHLD} = 'DEFAULT';
POSIX::sigprocmask(POSIX::SIG_BLOCK(), POSIX::SigSet->new(POSIX::SIGUSR2()));
system $^X, '-e', 'open F, "/proc/self/status"; print grep /^SigBlk/, <F>';
