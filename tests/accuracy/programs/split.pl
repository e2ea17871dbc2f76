# SPDX-License-Identifier: GPL-2.0-or-later
# Two subs that have 30 and 70 per cent of the time, in few long statements.
use strict;
use warnings;
use Truth;

sub spin {
    my $left = shift;
    1 while $left-- > 0;    # spin
    return;
}

sub thirty  { spin(30_000); return }
sub seventy { spin(70_000); return }

my (@thirty, @seventy);
for my $round (1 .. 40) {
    my $begin = now();
    thirty();
    my $middle = now();
    seventy();
    push @thirty,  $middle - $begin;
    push @seventy, now() - $middle;
}
say_sub('main::thirty',  median(@thirty));
say_sub('main::seventy', median(@seventy));
