# if, elsif, else and unless chains: calls in every condition and body, and behind the chain.
use strict;
use warnings;

sub is { my ($x, $y) = @_; return $x == $y }
sub say_it { print "@_\n"; return 1 }

for my $i (0 .. 5) {
    if (is($i, 0)) {
        say_it('zero');
    }
    elsif (is($i, 1)) {
        say_it('one');
    }
    elsif (is($i, 2) && say_it('maybe two')) { say_it('two') }
    elsif (
        is($i, 3)
        || is($i, 4)
    ) {
        my $x = say_it('three or four');
        say_it($x);
    }
    else {
        say_it('else');
    }
    say_it('behind');
}
unless (is(1, 2)) { say_it('unless') } elsif (is(1, 1)) { say_it('not here') }
unless (is(1, 1)) { say_it('not here') }
elsif (is(2, 3)) { say_it('not here') }
else { say_it('else of unless') }
if (my $found = is(4, 4)) { if (is(5, 5)) { say_it("nested $found") } }
sub last_value { if ($_[0]) { is(1, 1) } elsif (is($_[0], 0)) { 'zero' } }
say_it(last_value(1), last_value(0));
if (is(1, 2)) { }
say_it('empty');
