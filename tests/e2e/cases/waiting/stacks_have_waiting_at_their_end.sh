# What a sub has waited is a frame of its own in the stacks, for our exports and for NYTProf's tools. It counts no
# sample, and its time is that of the waits.

cat >a.pl <<'PERL'
sub rest { select undef, undef, undef, 0.1 }
sub work { my $x = 0; $x += $_ for 1 .. 100_000; rest() }
work() for 1 .. 3;
use Time::HiRes;
Time::HiRes::sleep(0.1);
PERL

# Samples are estimates and waits are exact: their sum can be above the clock's, and nytprofhtml does not complain.
for i in 1 2 3 4; do
	run 0 $AGENT -q --mode=sample -o waits.out -- perl a.pl || exit
	run 0 nytprofhtml -f waits.out -o html
	expect_no_out 'less than actual'
	expect_no_err 'less than actual'
done

# The seconds of a stack in "folded".
seconds_of() {
	awk -v "stack=$1" '{ ns = $NF; sub(/ [0-9]*$/, "") } $0 == stack { printf "%.6f", ns / 1e9 }' folded
}

for mode in sample trace; do
	run 0 $AGENT -q --mode=$mode --off-cpu -o waits.out -- perl a.pl || exit
	run 0 $AGENT verify waits.out
	run 0 $AGENT export --format=folded waits.out
	cp stdout folded
	waits_of waits.out >waits
	rest=$(seconds_of 'main::RUNTIME;main::work;main::rest;main::CORE:sselect;[waiting]')
	expect_that "$rest >= 0.3"
	expect_same "$rest" "$(waited '.*' main::CORE:sselect '.*')"
	expect_that "$(seconds_of 'main::RUNTIME;Time::HiRes::sleep;[waiting]') >= 0.1"
	expect_that "0$(seconds_of 'main::RUNTIME;main::work;main::rest;main::CORE:sselect') < 0.1"
	nytprofcalls waits.out >calls
	expect grep -qF 'main::work;main::rest;main::CORE:sselect;[waiting] ' calls
	run 0 $AGENT export --format=json waits.out
	expect_in stdout '"[waiting]"'
	run 0 $AGENT report waits.out
	expect_no_out '[waiting]'
	run 0 $AGENT merge -o merged.out waits.out waits.out
	run 0 $AGENT verify merged.out
	run 0 $AGENT export --format=folded merged.out
	expect_out "main::CORE:sselect;[waiting] "
done
