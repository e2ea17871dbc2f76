# SPDX-License-Identifier: GPL-2.0-or-later
#
# Does what a cron job or a hook does: loads a few modules, makes a few calls.

use strict;
use warnings;
use File::Spec;

sub f {
    my ($n) = @_;
    return $n + 1;
}

my $n = 0;
$n = f($n) for 1 .. 100;
print File::Spec->catfile('a', $n), "\n";
