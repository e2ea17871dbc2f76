# die through several subs and blocks, caught at different levels, rethrown, as an object.
use strict;
use warnings;

package Oops { sub new { bless { why => $_[1] }, $_[0] } sub why { $_[0]{why} } }

sub thrower { my $how = shift; die $how eq 'object' ? Oops->new('thrown') : "plain $how\n" }

sub middle {
    my $how = shift;
    for my $i (1 .. 3) {
        if ($i == 2) {
            thrower($how);
        }
    }
    return 'not here';
}

sub catcher {
    my $how = shift;
    my $got = eval { middle($how); 1 };
    return $got ? 'ok' : ref $@ ? $@->why : $@;
}

sub rethrower {
    eval { middle('first') };
    die "again: $@";
}

print catcher('one'), "\n";
print catcher('object'), "\n";
eval { rethrower() };
print $@;
for my $i (1 .. 20) {
    eval { eval { die "inner $i\n" }; die "outer $@" if $i % 2; 1 } or print $@;
}
my $r = eval { my $x = eval { middle('deep') } || 'none'; $x . catcher('more') };
print $r;
