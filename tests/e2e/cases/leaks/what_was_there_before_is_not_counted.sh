# --pid: only what is allocated from then on counts, and what is freed of it belongs to the line that allocated it.

cat >a.pl <<'PERL'
use strict;
$| = 1;
our (@old, @new, $large, $grown);
sub fill { push @{ $_[0] }, "x" x $_[1] for 1 .. $_[2] }
fill(\@old, 5000, 100);
print "ready\n";
select undef, undef, undef, 0.02 until -e 'go';
sub take { $large = "x" x 3_000_000 }
sub give_back { undef $large }
sub grow { $grown .= "g" x 1000 for 1 .. 200 }
sub renew { fill(\@new, 10_000, 300) }
sub forget { undef @old }
take(); give_back(); grow(); forget(); renew();
PERL

for mode in trace sample; do
	rm -f go out stderr
	perl a.pl >out & P=$!
	await grep -q ready out
	$AGENT --event=malloc --mode=$mode --pid $P -o $mode.out >stdout 2>stderr & A=$!
	recording
	touch go
	wait $A
	expect_status 0
	wait $P
	expect_status 0
	events_of $mode.out >events
	kept=$(live '$3 ~ /main::renew;main::fill$/')
	expect_that "$kept >= 300 * 10000 && $kept < 300 * 10000 * 1.1"
	expect_that "$(total 6 '$8 == "malloc" && $3 ~ /main::take$/') >= 3e6"
	expect_that "$(live '$3 ~ /main::take$/') < 1e5"
	grown=$(live '$3 ~ /main::grow$/') # the last piece, with some room
	expect_that "$grown >= 200000 && $grown < 400000"
	expect_that "$(live '$3 ~ /main::forget$/ || $3 ~ /main::give_back$/') < 1e5"
	expect_that "$(live 1) < $kept + $grown + 5e5"
	awk -F'|' '$8 == "malloc-live" && ($6 < 0 || $4 > 1e9)' events >below
	expect [ ! -s below ]
done
