# goto &sub: to a Perl sub, to an XSUB, out of nested blocks, in a chain, to itself.
use strict;
use warnings;
use List::Util ();

sub target { return "target(@_) from " . (caller)[2] }
sub direct { goto &target }
sub nested {
    for my $x (1) {
        if (@_) {
            my $code = \&target;
            goto &$code;
        }
    }
}
sub chain1 { unshift @_, 1; goto &chain2 }
sub chain2 { unshift @_, 2; goto &chain3 }
sub chain3 { return "@_" }
sub to_xsub { goto &List::Util::sum }
sub count_down { my $n = shift; return 'done' if !$n; @_ = ($n - 1); goto &count_down }
sub to_label {
    my $i = 0;
  AGAIN:
    $i++;
    goto AGAIN if $i < 3;
    return $i;
}

print direct(1, 2), "\n";
print nested(3), "\n";
print chain1('x'), "\n";
print to_xsub(1, 2, 3), "\n";
print count_down(5), "\n";
print to_label(), "\n";
print join(',', map { direct($_) } 1 .. 2), "\n";
