# Statement modifiers with calls on both sides, and chains of and, or, xor and not.
use strict;
use warnings;

my $count = 0;
sub yes { $count++; return 1 }
sub no_ { $count++; return 0 }
sub list { return map { $_ * $_[0] } 1 .. 3 }
sub show { print "@_\n"; return scalar @_ }

show('if') if yes();
show('not') if no_();
show('unless') unless no_();
show('for', $_) for list(2);
show('nested', $_, list($_)) foreach list(1);
show('while', $count) while $count < 8 && yes();
show('until', $count) until $count > 10 || !yes();
show('do', $_), no_() for do { my @l = list(3); shift @l; @l };
yes() and show('and') or show('not');
no_() or show('or');
show('xor') if yes() xor no_();
show('not no') if not no_();
my $x = yes() && no_() || 'default';
my $y = no_() // 'defined';
show($x, $y);
$x ||= show('not called');
$y &&= show('not called');
my $z;
$z //= show('called', list(4));
show($z) if $z == 4 and yes() and !no_();
return_early($_) for 0 .. 2;
sub return_early { return if $_[0] == 0; return show('one') unless $_[0] > 1; show('two') }
