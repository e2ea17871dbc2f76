# SPDX-License-Identifier: GPL-2.0-or-later
# What would show a debugger or a profiler within perl.
use strict;
use warnings;

print '$^P ', $^P, ' $^D ', $^D + 0, ' $^W ', $^W, ' ${^GLOBAL_PHASE} ', ${^GLOBAL_PHASE}, "\n";
print "$^X $]\n";
print "$_\n" for map { s{.*/tests/}{tests/}r } sort values %INC;
print "@INC\n";
no strict 'refs';
print "DB: @{[ sort keys %{'DB::'} ]}\n";
print "main: @{[ grep {!/^_</} sort keys %{'main::'} ]}\n";
print 'loaded files: ', scalar(grep {/^_</} keys %{'main::'}), "\n";
print defined &DB::DB ? "DB::DB\n" : "no DB::DB\n";
print join(" ", @DynaLoader::dl_modules), "\n";
