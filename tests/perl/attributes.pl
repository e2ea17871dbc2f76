# Attributes of subs and variables, handled by subs while compiling; lvalue subs; sub names set at run time.
use strict;
use warnings;
use attributes ();
use Sub::Util qw(set_subname subname set_prototype);

our %wrapped;
sub MODIFY_CODE_ATTRIBUTES { my ($pkg, $code, @attrs) = @_; my @bad = grep { !/^(Timed|Memo)$/ } @attrs; $wrapped{$code} = "@attrs"; return @bad }
sub FETCH_CODE_ATTRIBUTES { my ($pkg, $code) = @_; return $wrapped{$code} // () }
sub MODIFY_SCALAR_ATTRIBUTES { my ($pkg, $ref, @attrs) = @_; $$ref = "from @attrs"; return }

sub timed : Timed { return 'timed' . shift }
sub both : Timed Memo { return 'both' }
sub plain { return 'plain' }
sub counter : lvalue { our $count }
my $anon = sub : Memo { return 'anon' };
my $var : Marked;

print timed(1), both(), plain(), $anon->(), " $var\n";
print join('|', attributes::get(\&both)), ' ', attributes::get(\&counter), "\n";
counter() = 5;
counter()++;
(counter()) += 10;
print counter(), "\n";
print eval 'sub refused : Unknown { 1 } 1' ? 'accepted' : 'refused', "\n";
my $named = set_subname('Made::name', sub { return (caller(0))[3] });
print $named->(), ' ', subname($named), ' ', subname(\&plain), "\n";
my $proto = set_prototype('$$', sub { return scalar @_ });
print $proto->(1, 2), prototype $proto, "\n";
for my $n (1 .. 3) { no strict 'refs'; *{"gen$n"} = set_subname("gen$n", sub { return "gen$n" . plain() }) }
print gen1(), gen3(), "\n";
