# while, until, do-while and continue blocks whose conditions call subs, and what runs after them.
use strict;
use warnings;

my @queue = (1 .. 6);
sub more { return scalar @queue }
sub take { my $x = shift @queue; return $x }
sub note { print "note @_\n" }

while (more() > 3) {
    my $x = take();
    note('while', $x);
}
note('after while');
until (!more()) {
    next if take() == 4;
    note('until');
}
continue {
    note('continue', more());
}
@queue = (7, 8, 9);
note('postfix', take()) while more() > 1;
note('do', more());
do { push @queue, 1; note('body') } while more() < 3;
do {
    take();
    note('until body');
} until !more();
my $n = 0;
while (1) { last if ++$n > 3; note('endless', $n) if more() == 0 }
while (defined(my $x = take() // ($n-- > 2 ? $n : undef))) { note('value', $x) }
{ note('block'); last if more() < 100; note('never') }
note('end');
