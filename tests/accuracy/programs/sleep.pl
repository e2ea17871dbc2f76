# SPDX-License-Identifier: GPL-2.0-or-later
# Sleeps of a known length.
use strict;
use warnings;
use Truth;

sub long {
    select undef, undef, undef, 0.02;    # long
    return;
}

sub short {
    select undef, undef, undef, 0.002;    # short
    return;
}

my (@long, @short);
for my $round (1 .. 8) {
    my $begin = wall_now();
    long();
    my $middle = wall_now();
    short();
    push @long,  $middle - $begin;
    push @short, wall_now() - $middle;
}
say_line(long  => median(@long));
say_line(short => median(@short));
say_sub('main::long',  median(@long));
say_sub('main::short', median(@short));
