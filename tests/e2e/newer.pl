# SPDX-License-Identifier: GPL-2.0-or-later
#
# newer.pl FROM TO: copies a perl, and makes the copy say that it is perl 5.99.

use strict;
use warnings;

my ($from, $to) = @ARGV;
my ($at) = map { hex } qx{nm -D $from} =~ /^(\w+) \w PL_version(?:@|$)/m or die "$from: no PL_version\n";
system('cp', $from, $to) == 0 or exit 1;
for (qx{readelf -lW $from}) {
    my ($offset, $vaddr, $size) = map { hex } /^ +LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+)/ or next;
    next if $at < $vaddr || $at >= $vaddr + $size;
    open my $fh, '+<', $to or die "$to: $!\n";
    seek $fh, $at - $vaddr + $offset, 0;
    print $fh chr 99;
    close $fh or die "$to: $!\n";
    exit 0;
}
die "$from: PL_version is in no segment\n";
