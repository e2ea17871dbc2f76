# SPDX-License-Identifier: GPL-2.0-or-later
# An XSUB in the middle of a statement.
use strict;
use warnings;
use Scalar::Util qw(refaddr);

my $o = {};
for my $i (1 .. 350_000) {
    my $k = refaddr($o) + 1;
}
print "done\n";
