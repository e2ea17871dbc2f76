# C-style loops with calls in all three parts, next and last in them, several variables.
use strict;
use warnings;

sub start { return $_[0] }
sub below { return $_[0] < $_[1] }
sub step { return $_[0] + 2 }
sub note { print "@_\n" }

for (my $i = start(0); below($i, 5); $i = step($i)) {
    note('body', $i);
}
for (my ($i, $j) = (start(1), 10); below($i, $j); $i = step($i), $j--) {
    next if $i == 3;
    last if $j < 6;
    note($i, $j);
}
note('between');
my $n = 3;
for (; below(0, $n); ) { $n--; note('n', $n) }
for (;;) { last if step($n++) > 4 }
note($n);
OUTER: for (my $i = 0; $i < 3; $i++) {
    for (my $k = start($i); $k < 3; $k++) {
        next OUTER if below(1, $k);
        note('inner', $i, $k);
    }
    note('never for 0') if below($i, 0);
}
for (my $s = 'a'; $s ne 'd'; $s++) { note($s) }
note('end');
