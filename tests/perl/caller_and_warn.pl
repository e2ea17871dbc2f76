# caller at all depths, warn and die messages with places, Carp.
use strict;
use warnings;
use Carp qw(carp croak confess cluck longmess shortmess);

$SIG{__WARN__} = sub { my $m = $_[0]; $m =~ s/ at .*//s; print "warn: $m\n" };
sub where { my @c; my $i = 0; while (my @f = caller($i++)) { push @c, "$f[3]:$f[2]" } return join ' < ', map { s/.*:://r } @c }
sub one { return where() }
sub two { return one() }
package Other { sub three { return main::two() } sub bad { main::complain(@_) } }
sub complain { carp 'complaint'; croak 'refused' if $_[0]; return 1 }

print two(), "\n", Other::three(), "\n";
Other::bad(0);
eval { Other::bad(1) };
print $@ =~ /refused/ ? "croaked\n" : "not\n";
eval { confess 'all' };
print scalar(split /\n/, $@), "\n";
warn "plain";
