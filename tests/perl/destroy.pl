# DESTROY at the end of a sub, of a block, by undef, by assignment, while die unwinds; nested.
use strict;
use warnings;

package Guard {
    my $live = 0;
    sub new { my ($class, $name, $inner) = @_; $live++; bless { name => $name, inner => $inner }, $class }
    sub note { print "gone $_[0]{name}\n" }
    sub DESTROY { my $self = shift; $live--; $self->note; delete $self->{inner} }
    sub live { $live }
}

sub in_sub { my $g = Guard->new('sub'); return 5 }
sub two { my $a = Guard->new('a'); my $b = Guard->new('b', Guard->new('inner')); return }
sub dies { my $g = Guard->new('dying'); die "oops\n" }
sub outer { my $g = Guard->new('outer'); dies() }
sub temp { return Guard->new('temp')->live }

print in_sub(), "\n";
two();
eval { outer() };
print $@;
print temp(), "\n";
for my $i (1 .. 3) { my $g = Guard->new("loop $i") }
my $kept = Guard->new('kept');
undef $kept;
my $other = Guard->new('old');
$other = Guard->new('new');
{ local $@ = 'x'; my $g = Guard->new('block') }
my %h = (k => Guard->new('value'));
delete $h{k};
undef $other;
print Guard->live, "\n";
