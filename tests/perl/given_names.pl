# Subs that the program gives a name which other code has: a wrapper, a replacement, one in an eval.  Where are they?
use strict;
use warnings;
use Sub::Util qw(set_subname);

sub wrapped { return "wrapped @_" }
sub replaced { return 'never called' }
sub given { my ($name, $code) = @_; no strict 'refs'; no warnings 'redefine'; *$name = set_subname("main::$name", $code); return }

{
    my $original = \&wrapped;
    given(wrapped => sub {
        my @args = map { $_ * 2 } @_;

        return $original->(@args);
    });
}
given(replaced => sub {
    return 'replacement';
});
given(new_one => eval "\n\nsub {\n    return 'new';\n}");
package Other { sub kept { return 'kept' } }
set_subname('Other::renamed', \&Other::kept);
print wrapped($_), ' ', replaced(), ' ', new_one(), ' ', Other::kept(), "\n" for 1, 2;
