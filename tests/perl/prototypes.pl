# Prototypes: blocks, references, optional and topic arguments; &foo; calls; inlined constants.
use strict;
use warnings;
use constant { PI => 3, NAME => 'const' };
use constant LIST => (1, 2, 3);
use constant OBJECT => bless [], 'Thing';

sub Thing::hi { return 'hi' }
sub with_block (&@) { my ($code, @rest) = @_; return map { $code->($_) } @rest }
sub try_it (&;@) { my ($try, @handlers) = @_; my @r = eval { $try->() }; if ($@) { return $_->($@) for @handlers } return @r }
sub catch_it (&;@) { return @_ }
sub arrays (\@\@) { my ($x, $y) = @_; return scalar(@$x) + scalar(@$y) }
sub any_ref (\[$@%]) { return ref $_[0] }
sub topic (_) { return "<$_[0]>" }
sub optional ($;$) { return scalar @_ }
sub nothing () { return 'nothing' }
sub fixed () { 77 }
sub list_of (@) { return scalar @_ }
sub glob_of (*) { return ref \$_[0] }
sub passes { &inner }
sub passes_none { &inner() }
sub inner { return 'got ' . @_ }

print join(' ', with_block { "($_[0])" } 1, 2), "\n";
print try_it { die "oops\n" } catch_it { "caught $_[0]" };
print try_it { 'fine', "\n" } catch_it { 'never' };
my (@a, @b, %h) = (1, 2, 3);
print arrays(@a, @b), any_ref(%h), any_ref(@a), "\n";
print topic, topic('x'), "\n" for 'top';
my @two = (1, 2);
print optional(@two), list_of(@two, 3), &optional(1, 2, 3), "\n";
print nothing, fixed + 1, PI * 2, NAME, scalar(my @l = LIST), (LIST)[1], OBJECT->hi, "\n";
print passes(1, 2), ' ', passes_none(1, 2), ' ', &inner(5), ' ', do { local @_ = (1) x 4; &inner }, "\n";
print glob_of(STDOUT), ' ', defined prototype('with_block') ? prototype 'with_block' : 'none', ' ', prototype('CORE::push') // 'undef', "\n";
BEGIN { *later = sub ($$) { return "$_[0]+$_[1]" } }
print later(1, 2), "\n";
if (PI > 4) { print "never\n" } else { print PI == 3 ? "constant\n" : "no\n" }
