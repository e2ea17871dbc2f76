# SPDX-License-Identifier: GPL-2.0-or-later
# Limits, priorities, processors.
use strict;
use warnings;

for my $file (qw(limits oom_score_adj personality coredump_filter timerslack_ns autogroup)) {
    open my $fh, '<', "/proc/self/$file" or next;
    print map {"$file: $_"} map { s/autogroup-\d+/autogroup-N/r } grep {defined} <$fh>;
}
open my $fh, '<', '/proc/self/stat' or die $!;
my @stat = split ' ', (<$fh> =~ /\) (.*)/)[0];
# state, terminal, priority, nice, threads, exit signal, real-time priority, policy
print "@stat[0, 4, 15, 16, 17, 35, 37, 38]\n";
print 'priority ', getpriority(0, 0), "\n";
print 'group of its parent: ', (getpgrp == getpgrp(getppid) ? 'yes' : 'no'), "\n";
print 'leader: ', (getpgrp == $$ ? 'yes' : 'no'), "\n";
