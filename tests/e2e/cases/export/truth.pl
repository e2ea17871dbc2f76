#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# The totals of a profile, as the stock reader has them: ns and number of statements, calls, exclusive ns of subs.

use strict;
use warnings;
use Devel::NYTProf::Data;

my ($file) = @ARGV;
my ($seconds, $stmts, $calls, $own, $discount) = (0, 0, 0, 0, 0);
my $per_second = 1;
my $stmt = sub {
    my (undef, $ticks) = @_;
    $seconds += $ticks / $per_second;
    $stmts++ if !$discount;
    $discount = 0;
};
Devel::NYTProf::Data->new({
    filename => $file,
    quiet    => 1,
    callback => {
        ATTRIBUTE   => sub { $per_second = $_[2] if $_[1] eq 'ticks_per_sec' },
        TIME_LINE   => $stmt,
        TIME_BLOCK  => $stmt,
        DISCOUNT    => sub { $discount = 1 },
        SUB_CALLERS => sub { $calls += $_[3], $own += $_[5] if $_[1] },
    },
});
printf "%.0f %d %d %.0f\n", $seconds * 1e9, $stmts, $calls, $own * 1e9;
