# Samples: their count, the processor's time, and what was waited, each where it was.

cat >a.pl <<'PERL'
sub busy { my $x = 0; $x += $_ for 1 .. 100_000 }
sub nap { select undef, undef, undef, 0.05 }
# So much of a processor, however busy the machine is: some 50 ticks each time.
for my $n (1 .. 10) { busy() until (times)[0] > 0.05 * $n; nap() }
PERL
start_receiver pyroscope
push --mode=sample --rate=997 -o a.out
perl "$SUITE/sums.pl" pyroscope taken.* >sums
expect grep -q '^samples main::busy ' sums
of() { awk -v "type=$1" -v "name=$2" '$1 == type && $2 ~ name { sum += $3 } END { printf "%.0f", sum }' sums; }
expect_that "$(of off_cpu 'sselect|nap') > 4.5e8"
expect_that "$(of cpu busy) > 10 * $(of cpu nap)"
expect [ "$(of wall .)" = $(($(of cpu .) + $(of off_cpu .))) ]
end_receiver

rm taken.*
start_receiver otlp
push --mode=sample --rate=997 --push-format=otlp -o a.out
perl "$SUITE/sums.pl" otlp taken.* >sums
expect_that "$(of off_cpu 'sselect|nap') > 4.5e8"
expect_that "$(of samples busy) > 5"
end_receiver
