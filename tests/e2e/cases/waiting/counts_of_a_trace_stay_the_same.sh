# --off-cpu changes no count of a trace, and --clock=cpu takes the waits off the times.

cat >a.pl <<'PERL'
use Time::HiRes qw(sleep);
sub nap { sleep 0.1 }
sub work { my $x = 0; $x += $_ for 1 .. 1000; nap() }
work() for 1 .. 5;
PERL
counts() {
	profile "$1" | awk '$1 == "line" { print $2, $3 } $1 == "call" { print $2, $3, $4, $5 }'
}
run 0 $AGENT -o plain.out -- perl a.pl || exit
run 0 $AGENT -o waits.out --off-cpu -- perl a.pl || exit
run 0 $AGENT -o cpu.out --clock=cpu -- perl a.pl || exit
counts plain.out >plain
counts waits.out >waiting
counts cpu.out >cpu
run 0 diff plain waiting
run 0 diff plain cpu
waits_of waits.out >waits
# It may lose the processor between the call and the sleep.
expect_that "$(waited clock_nanosleep Time::HiRes::sleep '') > 0.3"
read_profile waits.out
wall=$(awk '$1 == "sub" && $2 == "main::nap" { print $4 }' stdout)
expect_that "$wall > 0.49"
read_profile cpu.out
cpu=$(awk '$1 == "sub" && $2 == "main::nap" { print $4 }' stdout)
expect_that "$cpu < 0.25"
run 0 $AGENT --mode=sample --clock=cpu -- perl a.pl
expect_no_err agent_wait
waits_of nytprof.out >stdout
expect_lines
