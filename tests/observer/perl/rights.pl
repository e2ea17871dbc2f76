# SPDX-License-Identifier: GPL-2.0-or-later
# Who runs it and what the kernel holds against it: users, capabilities, prctl.
use strict;
use warnings;
use POSIX ();

print "$< $> $( $)\n";
open my $fh, '<', '/proc/self/status' or die $!;
print grep {/^(Cap|NoNew|Secc|Spec|Tracer|CoreDumping|THP|untag)/} <$fh>;
my %prctl = (x86_64 => 157, aarch64 => 167);
my $prctl = $prctl{ (POSIX::uname())[4] } or die 'the number of prctl';
# PR_GET_DUMPABLE, KEEPCAPS, TIMING, TSC (x86), SECUREBITS, TIMERSLACK, NO_NEW_PRIVS, THP_DISABLE
for my $option (3, 7, 13, 21, 27, 30, 39, 42) {
    printf "prctl %d: %d\n", $option, syscall $prctl, $option, 0, 0, 0, 0;
}
my $signal = pack 'i', -1;
syscall $prctl, 2, $signal, 0, 0, 0;
print 'signal at the death of the parent: ', unpack('i', $signal), "\n";
my $reaper = pack 'i', -1;
syscall $prctl, 37, $reaper, 0, 0, 0;
print 'reaper of its grandchildren: ', unpack('i', $reaper), "\n";
