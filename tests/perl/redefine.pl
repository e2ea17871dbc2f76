# Subs that are redefined, undefined, predeclared, and wrapped at run time.
use strict;
use warnings;
no warnings 'redefine';

sub changing { return 'first' }
sub declared;
print changing(), "\n";
eval 'sub changing { my $x = "second"; return $x }';
print changing(), "\n";
*changing = sub { return 'third' };
print changing(), "\n";
my $orig = \&changing;
*changing = sub { return 'wrapped ' . $orig->() };
print changing(), "\n";
print eval { declared(1); 1 } ? "called\n" : "undefined\n";
*declared = sub { return "now @_" };
print declared(2), "\n";
sub gone { return 1 }
print gone(), "\n";
undef &gone;
print eval { gone(); 1 } ? "still\n" : "gone\n";
eval 'sub gone { return "back" }';
print gone(), "\n";
for my $i (1 .. 5) {
    eval "sub again { return $i }";
    print again(), "\n";
}
