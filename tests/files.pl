# SPDX-License-Identifier: GPL-2.0-or-later
#
# Reads and writes whole files: for the programs below tests/.

use strict;
use warnings;

# Nothing, if there is no such file.
sub slurp {
    my ($file) = @_;
    open my $fh, '<:raw', $file or return '';
    local $/;
    return scalar(<$fh>) // '';
}

# As open() has it: '>' or '>>'.
sub spew {
    my ($mode, $file, $text) = @_;
    open my $fh, $mode, $file or die "$file: $!\n";
    print $fh $text;
    close $fh or die "$file: $!\n";
    return;
}

1;
