# Calls of what is not defined: never named elsewhere, declared only, by name, a method, with AUTOLOAD later.
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
eval 'sub never_named { return "now" } 1';
print never_named(), "\n";
package Auto { our $AUTOLOAD; sub AUTOLOAD { return $AUTOLOAD } }
print Auto::something(1), "\n";
