# redo, labels on nested loops of several kinds, next and last across them, bare blocks.
use strict;
use warnings;

my $tries = 0;
sub attempt { return ++$tries % 3 }
sub note { print "@_\n" }

for my $i (1 .. 3) {
    my $r = attempt();
    if ($r) {
        note('again', $i, $r);
        redo;
    }
    note('done', $i);
}
ROW: for my $row (1 .. 4) {
    my $col = 0;
  COL: while ($col < 4) {
        $col++;
        next COL if $col == 2;
        next ROW if $row == 2;
        last ROW if $row == 4 && $col == 3;
        { last if $col == 3; note('cell', $row, $col) }
    }
    note('row', $row);
}
my $n = 0;
BLOCK: {
    $n++;
    redo BLOCK if $n < 3;
    INNER: {
        last BLOCK if attempt();
        note('not left');
    }
    note('after inner');
}
note('n', $n, $tries);
my @l = (1, 2, 3);
while (my $x = shift @l) { push(@l, 9), redo if $x == 2 && @l < 3; note('x', $x) }
