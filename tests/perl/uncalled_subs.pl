# Subs that are never called, in all the forms that a definition can have.
use strict;
use warnings;

sub never { 1 }
sub several
{
    my $x = shift;

    return $x;
}
sub declared;
sub declared_with_prototype($$);
sub empty {}
sub Elsewhere::qualified { 2 }
sub main'old_style { 3 }
sub ::rootless { 4 }
sub inlined () { 42 }
sub with_prototype ($) { shift }
sub replaced { 1 }
sub gone { 1 }
undef &gone;
delete $main::{gone_too};
sub gone_too { 1 }

my $anonymous = sub {
    never();
};
my ($x, $y) = (sub { 5 }, sub { 6 });
*renamed = sub { 7 };
*alias = \&several;

{
    package Other;
    sub method { sub { 8 } }
    sub AUTOLOAD { 9 }
    sub DESTROY { 10 }
}
my sub lexical { 11 }
no warnings 'redefine';
eval 'sub replaced {
    12;
}
sub only_in_eval { 13 }
';
eval 'my $n = 1;
sub in_eval {
    14;
}
my $s = sub { in_eval() };
';
END { $x = 1 }
INIT { $x = 2 }
# line 300 "virtual.pl"
sub virtual {
    15;
}
print "done\n";
