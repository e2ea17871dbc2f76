#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Prints the byte of machine code that a process has at an offset of its perl's file: code_at.pl PID
# OFFSET
use strict;
use warnings;

my ($pid, $offset) = ($ARGV[0], hex $ARGV[1]);
open my $maps, '<', "/proc/$pid/maps" or die "maps: $!\n";
for (<$maps>) {
    my ($from, $to, $at) = /^(\w+)-(\w+) r.x. (\w+) \S+ \d+ +\S*perl\S*$/ or next;
    $_ = hex for $from, $to, $at;
    next if $offset < $at || $offset >= $at + $to - $from;
    open my $mem, '<:raw', "/proc/$pid/mem" or die "mem: $!\n";
    sysseek $mem, $from + $offset - $at, 0 or die "seek: $!\n";
    sysread $mem, my $byte, 1 or die "read: $!\n";
    printf "%d %02x\n", $pid, ord $byte;
    exit 0;
}
die "no such code in $pid\n";
