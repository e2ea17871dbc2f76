# SPDX-License-Identifier: GPL-2.0-or-later
# The environment: as perl has it, and as the kernel has it.
use strict;
use warnings;

print "$_=$ENV{$_}\n" for sort keys %ENV;
open my $fh, '<', '/proc/self/environ' or die $!;
local $/;
print join("\n", sort split /\0/, <$fh>), "\n";
print `env -u _ | sort`;
