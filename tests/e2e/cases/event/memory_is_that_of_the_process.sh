# --event=memory is the growth of VmData, also where it is below 0, in every mode.

cat >a.pl <<'PERL'
use strict;
sub own { open my $f, '<', '/proc/self/status' or die; join('', <$f>) =~ /VmData:\s+(\d+)/; $1 * 1024 }
sub big { my $n = shift; vec(our $kept, $n, 8) = 1 }
sub gone {
	vec(my $x = '', $_[0], 8) = 1;
	undef $x;
}
sub small { my @all = map { "x" x 200 . $_ } 1 .. $_[0]; our $last = \@all if $_[1] }
own() for 1 .. 3;
my $before = own();
big(8_000_000);
gone(9_000_000);
small(10_000, $_) for 0, 1;
print own() - $before, "\n";
PERL

# What is in subs, and what the process looks at its own numbers with.
check() {
	local subs work own
	events_of "$1" >events
	subs='$8 == "memory" && $3 ~ /main::(big|gone|small)/'
	work=$(total 6 "$subs")
	own=$(total 6 '$8 == "memory" && $3 ~ /main::own/')
	expect_that "$work <= $2 && $2 <= $work + $own"
	expect_that "$(total 6 '$8 == "memory" && $3 ~ /main::big/') >= 8e6"
	expect_that "$(total 6 '$8 == "memory" && $3 ~ /main::small/') >= 10000 * 200"
	expect_that "$(total 6 '$8 == "memory" && $3 ~ /main::gone/') < 1e6"
	[ "${3:-}" = subs ] && return
	expect_that "$(total 6 '$8 == "memory" && $1 == 5') >= 9e6"
	expect_that "$(total 6 '$8 == "memory" && $1 == 6') <= -9e6"
}

for mode in trace subs sample; do
	run 0 $AGENT --event=memory --mode=$mode -o a.out -- perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)' # a tick may be lost beside other work
	check a.out "$(cat stdout)" $mode
done
run 0 $AGENT report a.out
expect_out 'memory (bytes), main::big'
expect grep -Eq '^ +1 +- +-9[0-9]{6} +-  memory, .*/a.pl:6 in main::gone$' stdout
run 0 $AGENT export --format=json a.out
expect grep -Eq '"event":"memory".*"line":6,.*"bytes":-9[0-9]{6},"ns":0}' stdout
run 0 $AGENT merge -o twice.out a.out a.out
events_of twice.out >events
expect_that "$(total 6 '$8 == "memory" && $1 == 6') <= -18e6"
