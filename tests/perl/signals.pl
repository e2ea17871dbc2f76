# Signal handlers that call subs, at a statement, in a sub, and die out of one.
use strict;
use warnings;

my $caught = 0;
sub count { return ++$caught }
$SIG{USR1} = sub { count() };
sub poke { my $n = shift; kill USR1 => $$; my $x = $n * 2; return $x }

kill USR1 => $$;
print poke(4), "\n";
print "$caught\n";
$SIG{USR2} = sub { die "signalled\n" };
sub long { kill USR2 => $$; my $y = 1; $y++ for 1 .. 3; return $y }
eval { long(); 1 } or print $@;
{
    local $SIG{ALRM} = sub { count(); print "alarm\n" };
    kill ALRM => $$;
    my $z = 5;
}
print "$caught\n";
