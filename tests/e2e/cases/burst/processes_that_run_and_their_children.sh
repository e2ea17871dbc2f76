# A process that runs, and what it forks meanwhile, have windows; calls under way are known in each.

cat >a.pl <<'PERL'
sub outer { until (-e 'stop') { inner($_) for 1 .. 500 } }
sub inner { my $x = shift; return $x * 2 }
open my $f, '>', 'up'; close $f;
until (-e 'go') { select undef, undef, undef, 0.01 }
if (my $pid = fork) { outer(); waitpid $pid, 0 } else { outer() }
PERL
perl a.pl & target=$!
await [ -e up ]
$AGENT --mode=burst --overhead=50 -v -o out --pid $target >stdout 2>stderr & A=$!
recording
touch go
windows_of() { [ "$(grep -c 'a window' stderr)" -ge "$1" ]; }
await windows_of 6
touch stop
wait $target
wait $A
expect_status 0
expect_err 'out.'
for file in out out.*; do
	read_profile "$file"
	expect grep -q '^sub main::inner [1-9]' stdout
	# It was open all the time, and was called in no window: its time is that of what it calls.
	expect_out 'main::outer main::inner '
done
