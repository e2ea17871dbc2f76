# goto LABEL out of blocks and subs, with a computed label; goto &xsub, &$code, to a method, in AUTOLOAD.
use strict;
use warnings;
no warnings 'deprecated';
use List::Util ();
use Scalar::Util ();

sub note { print "@_\n"; return scalar @_ }
sub search {
    my $want = shift;
    for my $i (1 .. 3) {
        for my $j (1 .. 3) {
            if ($i * $j == $want) { note('found', $i, $j); goto FOUND }
        }
    }
    return note('nothing');
  FOUND:
    note('after');
    return 'out';
}
sub leaves { my $n = shift; goto OUTSIDE if $n; return note('stayed') }
sub to_first { goto &List::Util::sum0 }
sub to_blessed { @_ = (bless {}, 'Klass'); goto &Scalar::Util::blessed }
sub to_code { my $c = shift; goto $c }
sub to_method { my $self = shift; unshift @_, $self, 'extra'; goto &{ $self->can('target') } }
sub Klass::target { my ($s, @a) = @_; return main::note(@a) . (caller(1))[3] }
sub Klass::AUTOLOAD { our $AUTOLOAD; my $n = $Klass::AUTOLOAD =~ s/.*:://r; return if $n eq 'DESTROY'; my $c = sub { return "auto $n @_[1 .. $#_]" }; goto &$c }
sub in_eval { my $r = eval { note('in eval'); 1 }; @_ = ($r); goto &note }

print search(4), ' ', search(7), "\n";
leaves(0);
for my $i (1 .. 2) { leaves(1); note('never') ; OUTSIDE: note('landed', $i) }
print to_first(1, 2, 3), to_blessed(), to_code(\&note, 1, 2), to_code(sub { return "anon @_" }, 5), "\n";
print to_method(bless({}, 'Klass'), 1), "\n";
print Klass->anything(1, 2), "\n";
print in_eval(), "\n";
my ($n, $label) = (0);
START: $n++;
$label = ('START', 'MIDDLE', 'DONE')[$n > 3 ? 2 : $n % 2];
note($n, $label);
goto $label;
MIDDLE: note('middle');
goto START if $n < 4;
DONE: note('done');
