# Samples come with waits. --no-off-cpu, off-cpu = no in a file, and --clock=cpu leave them out. A trace has none.

cat >a.pl <<'PERL'
my $i;
$i++ for 1 .. 3e6;
select undef, undef, undef, 0.2;
PERL
echo 'off-cpu = no' >off.conf
echo 'off-cpu = yes' >on.conf

# Is the sleep in the profile?  sleep_is THERE OPTION...
sleep_is() {
	run 0 $AGENT -q "${@:2}" -o waits.out -- perl a.pl || exit
	waits_of waits.out >waits
	expect [ "$(waited 'pselect6|select' main::CORE:sselect '.*' | awk '{ print ($1 >= 0.19) }')" = "$1" ]
}

sleep_is 1 --mode=sample
sleep_is 0 --mode=sample --no-off-cpu
sleep_is 0 --mode=sample --off-cpu --no-off-cpu
sleep_is 1 --mode=sample --no-off-cpu --off-cpu
sleep_is 0 --mode=sample --config=off.conf
sleep_is 1 --mode=sample --config=off.conf --off-cpu
sleep_is 0 --mode=sample --config=on.conf --no-off-cpu
sleep_is 0 --mode=sample --clock=cpu
sleep_is 0 --mode=trace
sleep_is 1 --mode=trace --config=on.conf
