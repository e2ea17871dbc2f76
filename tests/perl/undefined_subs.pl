# Calls of what is not defined: never named elsewhere, declared only, by name, behind a label, by perl itself, a method, with AUTOLOAD later.
use strict;
use warnings;

sub declared;
sub tried { my ($what) = @_; my $e = $@ =~ s/ at .*//sr; print "$what: $e\n"; return }
sub calls { return not_in_a_sub(@_) }

eval { never_named(1) };
tried('plain');
eval 'in_a_string(2)';
tried('string');
eval { declared(3) };
tried('declared');
eval { calls(4) };
tried('in a sub');
eval { no strict 'refs'; &{'by_name'}(5) };
tried('by name');
eval { Nowhere::at_all(6) };
tried('package');
eval { Nowhere->method };
tried('method');
eval { my $code = \&taken; $code->(7) };
tried('reference');
eval { goto_it() };
tried('goto');
sub goto_it { goto &to_nothing }
for my $i (1 .. 3) { eval { again($i) } }
tried('again');
eval { sort_by_nothing() };
sub sort_by_nothing { return sort no_order 3, 1, 2 }
tried('sort');
eval { LABEL: labelled(8) };
tried('behind a label');
eval { LABEL: for (1) { in_a_loop(9) } };
tried('in a labelled loop');
sub taken_back { return 'there' }
print taken_back(), "\n";
undef &taken_back;
eval { taken_back(10) };
tried('taken back');
package Partly { use overload '+' => \&no_sum, '-' => sub { return 'difference' }, '*' => \&utf8::is_utf8 }
my $partly = bless [], 'Partly';
eval { my $sum = $partly + 1 };
tried('overloaded');
print $partly - 1, "\n";
eval { my $product = $partly * 2 };
tried('xsub that dies');
eval 'sub never_named { return "now" } 1';
print never_named(), "\n";
package Auto { our $AUTOLOAD; sub AUTOLOAD { return $AUTOLOAD } }
print Auto::something(1), "\n";
