# Subs without a body, on one line with others, of one expression, with only a comment.
use strict;
use warnings;

sub empty { }
sub comment_only {
    # nothing here
}
sub one { 1 } sub two { 2 } sub three { one() + two() }
sub constant() { 42 }
sub last_expression { my $x = shift; $x > 1 ? 'big' : 'small' }
sub only_if { if ($_[0]) { one() } else { two() } }
sub nothing_but_call { three() }

empty() for 1 .. 3;
comment_only();
print three(), constant, &constant, last_expression(2), only_if(0), only_if(1), nothing_but_call(), "\n";
my $noop = sub { };
$noop->() for 1 .. 2;
