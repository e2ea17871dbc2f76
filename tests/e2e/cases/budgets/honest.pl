use strict;
sub add { return $_[0] + 1 }
my $n = 0;
$n = add($n) for 1 .. 100;
my $code = '1;' x 500 . q{sub late { $n++ } };
eval $code;
late();
