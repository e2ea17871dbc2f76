# A hundred slow calls in a moment: some are lines, and the others are counted.

cat >a.pl <<'PERL'
sub work { my $x = 0; $x += $_ for 1 .. 20000 }
work() for 1 .. 100;
PERL
run 0 $AGENT --slow='main::work>0.001ms' --slow-limit=7 -o a.out -- perl a.pl
expect [ "$(lines a.out.slow.jsonl '$l->{dropped} ? $l->{dropped} : 1' | awk '{ sum += $1 } END { print sum }')" = 100 ]
dropped=$(lines a.out.slow.jsonl '$l->{dropped} // 0' | awk '{ sum += $1 } END { print sum }')
expect_that "$dropped >= 50"
expect_err "slow calls: $dropped more have no line, as there were more than --slow-limit in a second"


# BPF tells about a thousand in a second, and counts the others: none is without a trace.
sed -i 's/1 \.\. 100;/1 .. 5000;/' a.pl
run 0 $AGENT --slow='main::work>0.001ms' -o b.out -- perl a.pl
told=$(lines b.out.slow.jsonl '$l->{dropped} // 1' | awk '{ sum += $1 } END { print sum }')
untold=$(sed -n 's/.*slow calls: \([0-9]*\) of any sub were not looked at.*/\1/p' stderr)
expect [ $((told + ${untold:-0})) = 5000 ]
