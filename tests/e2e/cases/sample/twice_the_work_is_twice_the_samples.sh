# A sub that does twice its work has twice its samples, next to others that do what they did.

cat >a.pl <<'PERL'
my $times = shift;
sub one   { my $x = 0; $x += $_ * 3 for 1 .. 300; return $x }
sub two   { my $x = 0; $x += $_ * 3 for 1 .. 300; return $x }
sub three { my $x = 0; $x += $_ * 3 for 1 .. 300 * $times; return $x }
for (1 .. 20_000) { one(); two(); three() }
PERL

# The shares of one, two and three, of so many in all.  Counts vary by their roots: four deviations are let pass, and two
# points for what the subs do besides their loops.
expect_shares() {
	local one two three all share off
	run 0 $AGENT report nytprof.out
	one=$(samples_of main::one) two=$(samples_of main::two) three=$(samples_of main::three)
	all=$((one + two + three))
	expect_that "$all > 300"
	for share in "$one $1" "$two $2" "$three $3"; do
		off="(${share% *} / $all - ${share#* })"
		expect_that "$off ^ 2 < (4 * sqrt(0.25 / $all) + 0.02) ^ 2"
	done
}

run 0 $AGENT --mode=sample --rate=999 -- perl a.pl 1 || exit
expect_shares 0.333 0.333 0.333
run 0 $AGENT --mode=sample --rate=999 -- perl a.pl 2 || exit
expect_shares 0.25 0.25 0.5
