# Each thread's interpreter is found, and has a stack of its own.

cat >a.pl <<'PERL'
use threads;
sub one { my $x = 0; $x += $_ for 1 .. 6_000_000; return $x }
sub two { my $x = 0; $x += $_ for 1 .. 24_000_000; return $x }
sub work { return $_[0] ? one() : two() }
$_->join for map { threads->create(\&work, $_) } 0, 1;
PERL

run 0 $AGENT --mode=sample --rate=999 -- perl a.pl || exit
expect_hardly_lost --mode=sample
run 0 $AGENT report nytprof.out
one=$(samples_of main::one) two=$(samples_of main::two)
expect_that "$one > 50"
# A busy processor takes half as long again for the same, now and then.
expect_that "$two / $one > 1.5 && $two / $one < 10"
nytprofcalls nytprof.out | sed 's/ .*//' | grep -c '^main::work;main::\(one\|two\)$' >stdout
expect_lines 2
