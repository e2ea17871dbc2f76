# $SIG{__DIE__} and $SIG{__WARN__}, that call subs, die themselves, and are local.
use strict;
use warnings;

sub note { print "note: $_[0]" }

local $SIG{__WARN__} = sub { note("warned $_[0]") };
sub complain { warn "careful\n"; return 1 }

complain();
{
    local $SIG{__DIE__} = sub { note("dying $_[0]") };
    eval { die "first\n" };
    eval { complain(); die "second\n" };
}
{
    local $SIG{__DIE__} = sub { die "replaced: $_[0]" };
    eval { die "third\n" };
    print $@;
}
my $undef;
my $x = "a" . ($undef // '') . sprintf('%s', $undef);
complain();
