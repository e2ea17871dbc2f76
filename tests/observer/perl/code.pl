# SPDX-License-Identifier: GPL-2.0-or-later
# The machine code of perl, as the program itself can read it.
use strict;
use warnings;
no warnings "portable";

my $sum = 0;
open my $maps, '<', '/proc/self/maps' or die $!;
open my $mem, '<:raw', '/proc/self/mem' or die $!;
for (<$maps>) {
    my ($from, $to) = /^(\w+)-(\w+) r-xp .* \S*perl[\d.]*$/ or next;
    sysseek $mem, hex $from, 0;
    sysread $mem, my $text, hex($to) - hex $from;
    $sum = ($sum * 31 + unpack '%32C*', $text) % 2**32;
}
print "$sum\n";
