# SPDX-License-Identifier: GPL-2.0-or-later
# /proc/self/mountinfo: what is mounted where.
use strict;
use warnings;

open my $fh, '<', '/proc/self/mountinfo' or die $!;
while (<$fh>) {
    my ($left, $right) = map { [ split ' ' ] } split / - /;
    print join(' ', @$left[ 3 .. 5 ], @$right), "\n";
}
