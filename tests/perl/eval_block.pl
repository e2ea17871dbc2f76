# eval blocks: values, nesting, return out of one, loops around, wantarray.
use strict;
use warnings;

sub risky { my $n = shift; die "risk $n\n" if $n % 3 == 0; return $n }
sub guarded {
    my $n = shift;
    my $r = eval {
        my $x = risky($n);
        $x * 2;
    };
    return defined $r ? $r : "failed $n";
}
sub returns_from_eval { my $v = eval { return 'inner'; }; return "outer $v" }
sub context { return wantarray ? 'list' : defined wantarray ? 'scalar' : 'void' }

print guarded($_), "\n" for 1 .. 6;
print returns_from_eval(), "\n";
my @l = eval { context() };
my $s = eval { context() };
eval { context(); 1 } and print "@l $s\n";
my $tries = 0;
until (eval { $tries++; risky($tries + 2) }) { last if $tries > 5 }
print "$tries\n";
