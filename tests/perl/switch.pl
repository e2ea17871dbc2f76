# given and when: with calls, break and continue, in loops, as modifiers; smart matches.
use v5.10;
use strict;
use warnings;
no warnings;
use feature 'switch';

sub is_three { return $_[0] == 3 }
sub note { print "@_\n"; return scalar @_ }
sub kind {
    my $x = shift;
    given ($x) {
        when (1) { return 'one' }
        when ([ 2, 4 ]) { note('even'); continue }
        when (4) { note('four'); break; note('never') }
        when (is_three($_)) { note('three') }
        when (/^b/) { my $r = note('b', $x); return "r$r" }
        default { note('default'); return note('d') }
    }
    return 'after';
}
note($_, kind($_)) for 1 .. 5, 'bx';
for (qw(a b c)) {
    when ('a') { note('loop a') }
    when ('b') { note('loop b'); next }
    note('other', $_);
}
for (1 .. 3) { note('modifier', $_) when is_three($_); note('not', $_) }
note('smart') if 'x' ~~ [qw(x y)] and !(3 ~~ [ map { $_ * 2 } 1 .. 3 ]);
note('sub') if 5 ~~ sub { return note('matched', @_) > 1 };
