# die in a destructor, a comparator, a tie, an overload, a map, a handler, a signal; nested evals.
use strict;
use warnings;

package Err { sub new { my ($c, %a) = @_; bless {%a}, $c } sub PROPAGATE { my ($s, $f, $l) = @_; $s->{times}++; return $s } sub throw { my $c = shift; die $c->new(@_) } }
package Bad { use overload '+' => sub { die "no sum\n" }, '""' => sub { die "no text\n" }; sub DESTROY { eval { die "inside\n" }; die "from destroy\n" } sub TIESCALAR { bless [] } sub FETCH { die "no fetch\n" } }
package main;

$SIG{__WARN__} = sub { my $m = shift; print 'warned: ', $m =~ /(from destroy|inside)/ ? $1 : 'other', "\n" };
sub attempt { my ($what, $code) = @_; my @r = eval { $code->() }; print "$what: ", $@ ? (ref $@ || $@ =~ s/ at .*//sr =~ s/\n//r) : "@r", "\n"; return $@ }
sub inner { eval { die "one\n" }; print "saw $@"; die 'two ' . $@ }

attempt('destroy', sub { my $b = bless {}, 'Bad'; return 'fine' });
attempt('sort', sub { sort { die "compare\n" } 2, 1 });
attempt('sum', sub { my $b = bless [], 'Bad'; $b + 1 });
attempt('text', sub { my $b = bless [], 'Bad'; "$b" });
attempt('tie', sub { tie my $t, 'Bad'; my $x = $t });
attempt('map', sub { map { die "at $_\n" if $_ > 1; $_ } 1 .. 3 });
attempt('nested', sub { inner() });
attempt('object', sub { Err->throw(code => 5) });
my $e = attempt('propagate', sub { eval { Err->throw(code => 6) }; die });
print $e->{times}, "\n";
attempt('undef', sub { my $x; $x->method });
attempt('missing', sub { Nowhere->method });
attempt('no sub', sub { no strict 'refs'; &{'not_there'}() });
attempt('zero', sub { my $z = 0; 1 / $z });
attempt('local', sub { local $@ = 'kept'; eval { 1 }; die "after\n" });
attempt('deep', sub { my $n = 0; my $f; $f = sub { $n++ < 5 ? $f->() : die "depth $n\n" }; eval { $f->() }; die $@ });
attempt('in string', sub { eval 'die "string\n"'; die "outer $@" });
attempt('handler', sub { local $SIG{__DIE__} = sub { print 'handler: ', $_[0]; attempt('in handler', sub { 'ok' }) }; die "handled\n" });
attempt('signal', sub { local $SIG{USR1} = sub { die "signal\n" }; kill USR1 => $$; 1; 'not reached' });
attempt('or', sub { eval { die "x\n"; 1 } or do { attempt('in do', sub { 'fine' }); 'recovered' } });
my $r = eval { eval { die "a\n" }; print "then $@"; eval { die "b\n" } || 'value' };
print "$r $@";
print eval { 5 } + (eval { die "c\n" } // 6), "\n";
{ local $@; eval { die "hidden\n" } }
print $@ eq '' ? "clear\n" : $@;
for my $i (1 .. 3) { eval { die "i$i\n" if $i != 2; 1 } or print "loop $@" }
