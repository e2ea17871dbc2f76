# XSUBs and builtins that die in an eval: what perl calls behind that, in the same statement, is called by the program.
use strict;
use warnings;
use List::Util qw(first reduce);
use POSIX ();
use File::Temp (); # which asks Fcntl for what this system may not have

package Count { use overload '+' => sub { $_[0]{n} += $_[1]; $_[0] }, '""' => sub { $_[0]{n} }; sub new { bless { n => 0 }, shift } }
package Sour  { use overload '""' => sub { die "sour\n" }; sub new { bless {}, shift } }
package Shut  { sub TIEHANDLE { bless {}, shift } sub PRINT { die "shut\n" } }
package Noisy { sub new { bless {}, shift } sub DESTROY { main::mark('noisy') } }
package main;

sub mark { return $_[0] }
sub deep { my $n = shift; my $noisy = Noisy->new; return $n ? deep($n - 1) : reduce { die "deep\n" } 1, 2 }
sub inner { my $got = eval { POSIX::strtol('x', 99, 1, 2); 1 }; return $got ? 'not here' : mark('inner') }

tie *SHUT, 'Shut';
for my $try (1 .. 3) {
    my ($count, $sour) = (Count->new, Sour->new);
    my $sum = (eval { first { die "first\n" } 1, 2; 1 } || 0) + $count;
    $sum = (eval { my @x = sort { die "sort\n" } 2, 1; 1 } || 1) + $count;
    $sum = (eval { print SHUT 'x'; 1 } || 2) + $count;
    $sum = (eval { 'x' =~ $sour; 1 } || 3) + $count;
    $sum = (eval { POSIX::strtol('x', 99, 1, 2); 1 } || 4) + $count;
    $sum = (eval { deep(3) } || 5) + $count;
    $sum = (eval q{first { die "string\n" } 1} || 6) + $count;
    # One XSUB has another die that it has called, and goes on.
    $sum = (first { my $seen = eval { first { die "nested\n" } 1 } || 7; $seen + $count } 1, 2) + $count;
    # A handler of the error runs in what died.
    $sum = (eval { local $SIG{__DIE__} = sub { mark('handler') }; first { die "handled\n" } 1 } || 8) + $count;
    print inner(), " $sum\n";
    print 'sorted ', (sort { mark($a) <=> $b } 3, 1, 2), "\n";
}
