# A recording that ends while the program waits has the wait up to then, and once; so have profiles
# that are written meanwhile.

cat >a.pl <<'PERL'
$| = 1;
sub nap { print "nap\n"; sleep 1000 }
nap();
PERL
$AGENT --mode=sample --off-cpu -- perl a.pl >out 2>err &
agent=$!
await grep -q nap out
sleep 1
begin=$(date +%s.%N)
run 0 $AGENT ctl flush $agent
waits_of nytprof.out >waits
first=$(waited clock_nanosleep main::CORE:sleep '')
expect_that "$first > 0.9"
sleep 1
run 0 $AGENT ctl flush $agent
end=$(date +%s.%N)
waits_of nytprof.out >waits
second=$(waited clock_nanosleep main::CORE:sleep '')
expect_that "$second - $first > 0.9 && $second - $first <= $end - $begin"
awk -F'|' '$2 == "clock_nanosleep" { print $5 }' waits >stdout
expect_lines 1
kill -TERM $agent
wait $agent
waits_of nytprof.out >waits
expect_that "$(waited clock_nanosleep main::CORE:sleep '') >= $second"
