#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The counts of profiles, added up: of lines, calls and definitions, as the stock reader gives them.  Evals of a place are one.

use strict;
use warnings;
use Devel::NYTProf::Data;

my (%sum, %where);
for my $file (@ARGV) {
    my (%name, $discount);
    my $stmt = sub {
        my ($tag, undef, $fid, $line) = @_;
        $sum{"line $name{$fid}:$line"}++ if !$discount;
        $discount = 0;
    };
    Devel::NYTProf::Data->new({ filename => $file, quiet => 1, callback => {
        NEW_FID     => sub { ($name{ $_[1] } = $_[-1]) =~ s/\(eval \d+\)/(eval)/g },
        TIME_LINE   => $stmt,
        TIME_BLOCK  => $stmt,
        DISCOUNT    => sub { $discount = 1 },
        SUB_INFO    => sub { (my $sub = $_[4]) =~ s/\(eval \d+\)/(eval)/g; $where{"sub $sub $name{$_[1]} $_[2]-$_[3]"}++ },
        SUB_CALLERS => sub {
            my (undef, $fid, $line, $count, undef, undef, undef, undef, $callee, $caller) = @_;
            s/\(eval \d+\)/(eval)/g for $callee, $caller;
            $sum{"call $name{$fid}:$line $caller $callee"} += $count if $fid;
        } } });
}
print "$_ $sum{$_}\n" for sort keys %sum;
print "$_\n" for sort keys %where;
