# Signatures with defaults that call subs; slurpy; too few arguments.
use v5.36;

sub default_value ($x) { return $x * 100 }
sub plain ($x, $y) { return $x + $y }
sub optional ($x, $y = default_value($x), @rest) { return "$x $y @rest" }
sub named (%o) { return join ',', map { "$_=$o{$_}" } sort keys %o }
my $anon = sub ($n) { return $n - 1 };

say plain(1, 2);
say optional(3);
say optional(4, 5, 6, 7);
say named(a => 1, b => 2);
say $anon->(10);
say eval { plain(1); 1 } ? 'enough' : 'too few';
