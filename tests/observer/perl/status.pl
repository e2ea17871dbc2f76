# SPDX-License-Identifier: GPL-2.0-or-later
# /proc/self/status: everything in it that does not differ from run to run.
use strict;
use warnings;

open my $fh, '<', '/proc/self/status' or die $!;
while (<$fh>) {
    next if /^(Tgid|Ngid|Pid|PPid|NStgid|NSpid|NSpgid|NSsid|Vm|Rss|Hugetlb|voluntary|nonvoluntary|SigQ|x86)/;
    print;
}
