# The shares of subs agree with those of a trace.

cat >a.pl <<'PERL'
sub one { my $x = 0; for my $i (1 .. 30_000) { $x += $i * 3 } return $x }
sub two { my $x = 0; for my $i (1 .. 60_000) { $x += $i * 3 } return $x }
sub words { my %n; $n{$_}++ for split ' ', 'the quick brown fox ' x 5_000; return keys %n }
sub sorted { my @s = sort { $a <=> $b } map { $_ * 7919 % 10_007 } 1 .. 20_000; return $s[0] }
sub matched { my $t = 'abc' x 100_000; my $n = () = $t =~ /b/g; return $n }
for (1 .. 100) { one(); two(); words(); sorted(); matched() }
PERL

run 0 $AGENT --stmts=0 --slowops=0 -o traced.out -- perl a.pl || exit
run 0 $AGENT --mode=sample --no-off-cpu --slowops=0 --rate=999 -o sampled.out -- perl a.pl || exit
profile traced.out >traced
profile sampled.out >sampled
run 0 perl "$SUITE/shares.pl" traced sampled
expect_out '5 subs, '
