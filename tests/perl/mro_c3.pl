# Multiple inheritance: C3, next::method, next::can, SUPER, can, isa, DOES, VERSION, methods by name.
use strict;
use warnings;

package Top { sub new { my ($class, %a) = @_; my $s = bless {%a}, $class; $s->init; return $s } sub init { $_[0]{log} .= 'top ' } sub who { return 'top' } our $VERSION = '1.5' }
package Left { use mro 'c3'; our @ISA = 'Top'; sub init { my $s = shift; $s->{log} .= 'left '; $s->next::method(@_) } sub who { my $s = shift; return 'left ' . $s->next::method } }
package Right { use mro 'c3'; our @ISA = 'Top'; sub init { my $s = shift; $s->{log} .= 'right '; $s->next::method(@_) } sub who { my $s = shift; return 'right ' . $s->next::method } sub only { return 'only right' } }
package Bottom { use mro 'c3'; our @ISA = ('Left', 'Right'); sub init { my $s = shift; $s->{log} .= 'bottom '; $s->next::method } sub maybe { my $s = shift; return $s->maybe::next::method // 'none' } sub next_can { return $_[0]->next::can ? 1 : 0 } }
package Old { our @ISA = 'Top'; sub who { my $s = shift; return 'old ' . $s->SUPER::who() } sub can { my ($s, $m) = @_; return $m eq 'magic' ? sub { 'magic' } : $s->SUPER::can($m) } sub DOES { return $_[1] eq 'Role' || shift->SUPER::DOES(@_) } sub isa { my $s = shift; return UNIVERSAL::isa($s, @_) } }
package main;

my $b = Bottom->new(x => 1);
print "$b->{log}\n", $b->who, ' ', $b->only, ' ', $b->maybe, $b->next_can, "\n";
my $o = Old->new;
print $o->who, ' ', $o->can('magic')->(), ' ', ref $o->can('who'), $o->DOES('Role'), $o->isa('Top'), "\n";
print Top->VERSION, eval { Old->VERSION(2); 1 } ? 'new' : 'too old', "\n";
my $method = 'who';
print $b->$method, ' ', $b->${ \'only' }, ' ', $o->Top::who, "\n";
my $class = 'Bottom';
my $code = $class->can('who');
print $b->$code, ' ', join(',', @{ mro::get_linear_isa($class) }), "\n";
for my $c (qw(Left Right Old)) { my $x = $c->new; print $x->who, $x->isa('Right') ? ' right' : '', "\n" }
print eval { $b->nothing; 1 } ? 'method' : 'no method', ' ', Bottom->can('nothing') ? 'can' : "can't", "\n";
{ no strict 'refs'; *{'Left::late'} = sub { return 'late' }; push @{'Top::ISA'}, 'Extra' }
sub Extra::extra { return 'extra' }
print $b->late, ' ', $o->extra, ' ', UNIVERSAL::can($b, 'who') ? 1 : 0, UNIVERSAL::isa([], 'ARRAY'), "\n";
my $indirect = new Top(y => 2);
print $indirect->{y}, "\n";
