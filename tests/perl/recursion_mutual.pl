# Mutual recursion: depth is counted for each sub by itself.
use strict;
use warnings;

sub even { my $n = shift; return $n == 0 ? 1 : odd($n - 1) }
sub odd  { my $n = shift; return $n == 0 ? 0 : even($n - 1) }

sub walk {
    my ($tree, $depth) = @_;
    my $sum = $tree->{value};
    for my $kid (@{ $tree->{kids} }) {
        $sum += visit($kid, $depth + 1);
    }
    return $sum;
}

sub visit {
    my ($tree, $depth) = @_;
    return $depth > 4 ? 0 : walk($tree, $depth);
}

sub grow {
    my $depth = shift;
    return { value => $depth, kids => [ map { grow($depth - 1) } 1 .. ($depth > 0 ? 3 : 0) ] };
}

print even(30), odd(31), "\n";
print walk(grow(5), 0), "\n";
