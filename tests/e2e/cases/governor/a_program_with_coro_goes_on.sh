# A program with Coro goes on unharmed.

perl -MCoro -e 1 2>/dev/null || skip 'needs libcoro-perl'
cat >a.pl <<'PERL'
use Coro;
my $n = 0;
sub f { $n++; cede }
my @c = map { async { until (-e 'end') { f() for 1 .. 100; 'abc' =~ /b/ } } } 1 .. 3;
$_->join for @c;
open my $f, '>', 'counts';
print $f $n;
PERL
govern -- perl a.pl
await_said 'statements are no longer recorded'
touch end
govern_ends
read_profile nytprof.out
f=$(number_after 'sub main::f ')
expect_that "0 < $f && $f <= $(cat counts)"
