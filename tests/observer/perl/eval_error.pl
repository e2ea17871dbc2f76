# SPDX-License-Identifier: GPL-2.0-or-later
# $@ and $! within each other.
use strict;
use warnings;

sub fails { die { depth => shift } }
eval {
    eval { fails(1) };
    print "inner $@->{depth}\n";
    eval { eval { fails(2) }; print "innermost $@->{depth}\n"; die "again $@->{depth}\n" };
    print "then $@";
    die $@;
};
print "outer $@";
{ local $@ = 'kept'; eval {1}; print "empty: '$@'\n" }
eval { local $@; eval { die "inside\n" }; die "outside: $@" };
print $@;
{ package Guard; sub new { return bless [] } sub DESTROY { eval {1} } }
eval { my $guard = Guard->new; die "with a destructor\n" };
print $@;
eval 'syntax error here (';
print $@;
eval { local $SIG{ALRM} = sub { die "alarm\n" }; alarm 1; select undef, undef, undef, 5 };
print $@;
