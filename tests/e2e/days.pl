#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-2.0-or-later
# days.pl FILE: days from now until a profile's start, is it the one in its name, and did the recording last less than a minute?

use strict;
use warnings;
use Devel::NYTProf::Data;
use POSIX qw(strftime);

my ($file) = @ARGV;
my $has     = Devel::NYTProf::Data->new({ filename => $file, quiet => 1 })->attributes;
my ($named) = $file =~ /\.(\d{8}T\d{6})\./;
my $start   = strftime('%Y%m%dT%H%M%S', gmtime $has->{basetime});
printf "%d %s %s\n", POSIX::floor(($has->{basetime} - time) / 86400 + 0.5),
    $named eq $start                 ? 'named' : "$start, named $named",
    $has->{profiler_duration} < 60 ? 'short' : "of $has->{profiler_duration} s";
