# List::Util and Scalar::Util with blocks that call subs, nested, leaving early, with several values.
use strict;
use warnings;
use List::Util qw(first any all none notall reduce reductions sum0 max maxstr minstr pairs pairmap pairgrep pairkeys uniq shuffle product);
use Scalar::Util qw(blessed dualvar readonly refaddr reftype looks_like_number);

sub big { my $x = shift; return $x > 3 }
sub plus { my ($x, $y) = @_; return $x + $y }
sub first_big { for my $x (@_) { return $x if any { $_ == $x } grep { big($_) } @_ } return }

my @n = (1, 5, 2, 8, 3);
print first { big($_) } @n;
print +(any { big($_) } @n) ? ' any' : '', (all { big($_) } @n) ? ' all' : '', (none { big($_) } @n) ? ' none' : '',
    (notall { big($_) } @n) ? ' notall' : '', "\n";
print +(reduce { plus($a, $b) } @n), ' ', join(',', reductions { plus($a, $b) } @n), "\n";
print sum0(map { plus($_, 1) } @n), max(grep { !big($_) } @n), ' ', maxstr(qw(b c a)), minstr(map { chr(96 + $_) } @n), product(2, 3), "\n";
print join(' ', map { join '=', @$_ } pairs(a => 1, b => 2)), ' ', join(',', pairmap { plus($a, $b) } 1, 2, 3, 4), "\n";
print join(' ', pairgrep { big($b) } x => 1, y => 9), pairkeys(p => 1, q => 2), join('', uniq(1, 1, 2)), "\n";
print first_big(@n), ' ', first { my $x = $_; first { $_ == 2 * $x } grep { big($_) } @n } @n;
print "\n", scalar(my @s = shuffle(@n)), "\n";
my $found = eval { first { die "stopped at $_\n" if big($_); 0 } @n };
print defined $found ? 'found' : $@;
print join(' ', map { looks_like_number($_) ? 'number' : 'text' } 1, 'x', '2e3'), "\n";
my $max = reduce { my $l = $a; my $r = $b; plus($l, 0) > plus($r, 0) ? $l : $r } @n;
print "$max\n";
my @sorted = map { $_->[0] } sort { $a->[1] <=> $b->[1] } map { [ $_, plus($_, -2 * $_) ] } @n;
print "@sorted\n";
