# List::Util: blocks run without a call; subs they call are called by the XSUB.
use strict;
use warnings;
use List::Util qw(first any all none reduce max pairmap sum0 uniq shuffle);
use Scalar::Util qw(blessed reftype looks_like_number);

sub is_big { return $_[0] > 10 }
sub combine { return $_[0] * 31 + $_[1] }

my @n = 1 .. 20;
print first { is_big($_) } @n;
print "\n";
print((any { $_ == 7 } @n) ? "any\n" : "none\n");
print((all { $_ < 100 } @n) ? "all\n" : "not all\n");
print((none { is_big($_) } 1 .. 5) ? "none\n" : "some\n");
my $h = reduce { combine($a, $b) % 1009 } @n;
print "$h\n";
print max(@n), ' ', sum0(map { $_ * 2 } @n), ' ', scalar(uniq 1, 1, 2, 3, 3), "\n";
print join(',', pairmap { "$a=$b" } (a => 1, b => 2)), "\n";
my $f = first { my $x = $_; any { $_ == $x * 2 } @n } 5 .. 15;
print "$f\n";
my $died = eval { first { die "stop\n" if is_big($_); 0 } @n; 1 };
print "caught $@";
print blessed(bless []), reftype(bless {}), looks_like_number('1e5') ? 1 : 0, "\n";
