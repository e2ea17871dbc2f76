# What perl 5.44 adds to signatures and foreach, in evals for it alone; older ones run the rest.
use strict;
use warnings;
use feature qw(say signatures);
no warnings 'experimental';

sub of_name ($n) { return "default $n" }
sub pairs (%o) { return join ',', map { "$_=$o{$_}" } sort keys %o }
say pairs(a => 1, b => 2);
if ($] >= 5.044) {
    eval <<'END' or die $@;
        use v5.44;
        no warnings 'experimental';
        use feature qw(refaliasing declared_refs);
        sub named ($x, :$alpha, :$beta = of_name('beta'), :$gamma //= of_name('gamma'), %rest) {
            return join ' ', $x, $alpha, $beta, $gamma, pairs(%rest);
        }
        say named(1, alpha => 2);
        say named(1, alpha => 2, beta => 3, gamma => undef, delta => 4);
        say eval { named(1); 1 } ? 'enough' : 'no alpha';
        my %of = (one => [1], two => [ 2, 2 ]);
        for my ($key, \@items) (map { ($_, $of{$_}) } sort keys %of) {
            say "$key @items ", of_name(scalar @items);
        }
        1;
END
}
