# Events of the kernel: the tables and the flame graph have the numbers of the JSON; without events there is nothing.

cat >a.pl <<'PERL'
use strict;
use Time::HiRes ();
sub look { -e "none$_" for 1 .. $_[0] }
sub pages { my $x = 'x' x (4096 * $_[0]); return length $x }
sub naps { Time::HiRes::sleep(0.001) for 1 .. 20 }
sub deep { my $n = shift; $n ? deep($n - 1) : look(40) }
sub bytes { open my $f, '<', $^X or die; my $got; 1 while sysread $f, $got, 65536 }
look(30); pages(300); naps(); deep(5); deep(60); bytes();
PERL
for mode in trace sample; do
	run 0 $AGENT -q --mode=$mode --event=syscalls,page-faults,context-switches,migrations -o $mode.out -- perl a.pl || exit
	run 0 $AGENT export -q --format=json -o $mode.json $mode.out
	page $mode
	browse events $mode.html $mode.json
done
run 0 $AGENT -q -o none.out -- perl a.pl || exit
page none
browse events none.html
expect_not_in none.html 'events of the kernel'
