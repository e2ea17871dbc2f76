# $^P & 0x100: perl itself names string evals after their place.
use strict;
use warnings;

BEGIN { $^P |= 0x100 }
print eval('__FILE__ =~ /^\(eval \d+\)\[/ ? "named" : "plain"'), "\n";
for my $x (1 .. 3) {
    my $y = eval "my \$z = $x;\n\$z + 1;\n";
    print "$y\n";
}
my $outer = eval qq{my \$o = eval "my \\\$i = 1;\\n\\\$i + 1;\\n";\n\$o + 1;\n};
print "$outer\n";
eval "sub named { my \$x = shift;\nreturn \$x + 1 }\n1" or die $@;
print named(5), "\n";
