# SPDX-License-Identifier: GPL-2.0-or-later
# Which file perl is: device and inode, beside all else that stat tells.
use strict;
use warnings;

my @stat = stat $^X;
print "mode, owner, size: @stat[2, 4, 5, 7]\n";
print "modified: $stat[9]\n";
print "device $stat[0], inode $stat[1], links $stat[3]\n";
