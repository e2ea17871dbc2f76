# Subs that are named and freed in turn: the next one has the addresses of the one before, but another name,
# or another package.
use strict;
use warnings;
use Sub::Util qw(set_subname);
use constant ();

sub make { my $n = shift; return sub { my $x = $n; return $x } }

my $sum = 0;
for my $i (1 .. 300) {
    my $named = set_subname("Named::sub_$i", make($i));
    $sum += $named->();
}

# The same name in packages that come and go.
for my $i (1 .. 100) {
    my $named = set_subname("Package_${i}::sub", make($i));
    $sum += $named->();
    undef $named;
    no strict 'refs';
    delete $main::{"Package_${i}::"};
}

# One closure that gets a new name after each call; a weak reference takes the flag of its magic away.
use Scalar::Util qw(weaken);
my $renamed = make(1);
weaken(my $weak = $renamed);
for my $i (1 .. 50) {
    set_subname("Renamed::sub_$i", $renamed);
    $sum += $weak->();
    weaken($weak = $renamed);
}

# Constants are XSUBs.
for my $i (1 .. 100) {
    no strict 'refs';
    constant->import("CONSTANT_$i", $i);
    $sum += &{"CONSTANT_$i"}();
    delete $main::{"CONSTANT_$i"};
}
print "$sum\n";
