# Ternaries, nested and as lvalues, short circuits, repetition, ranges and comma lists with calls.
use strict;
use warnings;

sub t { my ($v) = @_; return $v }
sub parity { my $n = shift; return $n % 2 ? t('odd') : t('even') }
sub size {
    my $n = shift;
    return $n < 2  ? t('small')
        : $n < 5   ? parity($n)
        : t($n > 8) ? do { my $w = 'huge'; t($w) }
        :            t('big');
}

print size($_), ' ' for 0 .. 10;
print "\n";
my ($x, $y) = (1, 2);
(t(1) ? $x : $y) = t(10);
(t(0) ? $x : $y) += t(20);
print "$x $y\n";
print t('-') x t(5), "\n";
my @l = (t(1), t(2)) x t(2);
print "@l @{[ t(2) .. t(6) ]} @l[ t(0) .. t(1) ]\n";
my $last = (t(1), t(2), t(3))[-1];
my $r = t(0) || t('') || t('third') || t('fourth');
my $s = t(1) && (t(0) // t(9));
print "$last $r $s\n";
my $z = (t(4), t(5))[ t(0) ] + (t(1) ? t(0) ? 1 : 2 : 3);
print $z, t(1) == 1 ? "same\n" : "other\n";
print +(t('a') lt t('b') and t(1) <=> t(2)), "\n";
