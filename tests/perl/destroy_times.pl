# DESTROY by reassignment, local, weaken, splice, return values, in loops, resurrected; weak caches.
use strict;
use warnings;
use Scalar::Util 'weaken';

package Obj {
    our @kept;
    sub new { my ($class, $name) = @_; return bless { name => $name }, $class }
    sub name { return $_[0]{name} }
    sub DESTROY { my $self = shift; local $@; eval { main::log_it($self->name) }; push @kept, $self if $self->name eq 'again' && @kept < 1 }
}
package main;

sub log_it { print "gone @_\n"; return 1 }
sub make { return Obj->new(shift) }
sub swap { my ($o) = @_; $_[0] = make('second'); return $o->name }

our $global = make('global');
{ local $global = make('local'); print $global->name, "\n" }
my $first = make('first');
print swap($first), "\n";
my @list = map { make("item $_") } 1 .. 4;
splice @list, 1, 2;
print scalar(@list), "\n";
shift @list;
$#list = -1;
my $parent = { name => make('child') };
$parent->{self} = $parent;
weaken($parent->{self});
undef $parent;
my $cache = do { my $strong = make('strong'); my $weak = $strong; weaken($weak); print defined $weak ? "there\n" : "lost\n"; \$weak };
print defined $$cache ? "there\n" : "lost\n";
{ my $again = make('again') }
print scalar(@Obj::kept), "\n";
@Obj::kept = ();
make('void');
print make('argument')->name, make('other')->name, "\n";
my $x = eval { my $o = make('in eval'); die { o => make('in error') } };
print ref $@, "\n";
undef $@;
my %h = map { $_ => make("h$_") } 1 .. 2;
delete @h{ 1, 2 };
(make('temp'), 1)[1] and log_it('list');
for my $o (make('loop')) { last }
sub early { my $o = make('early'); for (1 .. 3) { my $p = make("p$_"); return $_ if $_ == 2 } }
print early(), "\n";
$first = undef;
our $end = make('at the end');
END { undef $end }
