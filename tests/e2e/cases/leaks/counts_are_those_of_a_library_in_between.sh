# Allocations, bytes, and what is left are those that a preloaded library has counted itself.

expect cc -shared -fPIC -O1 -o counted_malloc.so "$TOP/tests/e2e/counted_malloc.c" -ldl || exit
cat >a.pl <<'PERL'
use strict;
our (@kept, %by, $grown, $large);
sub work {
	my ($n) = @_;
	push @kept, "k" x ($n % 300);
	$by{$n} = [ 1 .. $n % 20 ];
	my $gone = join ",", 1 .. $n % 50;
	$grown .= "g" x 100;
	delete $by{ $n - 7 } if $n % 2;
	$large = "l" x 200_000 if $n == 50;
	undef $large if $n == 60;
	return sub { $gone };
}
work(1); # what is compiled and made once
umask 0111;
work($_) for 1 .. 400;
umask 0112;
PERL

# Not less, and not much more: expect_near OURS THEIRS MORE
expect_near() {
	expect_that "$1 >= $2 && $1 <= $2 + $3"
}

export COUNTED=$PWD/counted

for mode in trace sample; do
	rm -f counted
	run 0 env LD_PRELOAD= $AGENT --event=malloc --mode=$mode -o a.out -- env LD_PRELOAD="$PWD/counted_malloc.so" perl a.pl
	[ $mode = sample ] || expect_err 'not recorded: nothing (0)'
	events_of a.out >events
	read -r cnt bytes left left_bytes <counted
	expect_that "$cnt > 5000 && $left > 600"
	# The same, and besides: the first call of work(), and with samples the compilation of its line.
	here='$11 == "a.pl" && ($3 ~ /main::work/ || $1 == 16)'
	expect_near "$(total 4 "\$8 == \"malloc\" && $here")" "$cnt" 60
	expect_near "$(total 6 "\$8 == \"malloc\" && $here")" "$bytes" 12000
	expect_near "$(lives "$here")" "$left" 60
	expect_near "$(live "$here")" "$left_bytes" 12000
done
