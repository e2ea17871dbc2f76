# String evals: values, errors, subs that outlive them, one in another, in a loop, with BEGIN.
use strict;
use warnings;

print eval('1 + 2'), "\n";
eval "sub made { return \"made(\@_)\" }\nsub other { made(1, \@_) }\n1" or die;
print made(5), other(6), "\n";
for my $i (1 .. 5) {
    my $code = "my \$x = $i;\n\$x *= 2;\n\$x + other_$i();\nsub other_$i { return $i }\n";
    print eval($code), "\n";
}
print eval(q{ my $inner = eval q{ sub { my $y = shift; $y . 'deep' } }; $inner->('very ') }), "\n";
print defined eval('1 +* 2') ? "parsed\n" : "syntax error\n";
print defined eval('die "in eval\n"') ? "lived\n" : "died $@";
my @subs = map { eval "sub { my \$n = shift; return \$n + $_ }" } 1 .. 4;
print join(' ', map { $_->(10) } @subs), "\n";
eval q{ BEGIN { $main::early = 'begun' } print "$main::early\n" };
eval q{ use constant ANSWER => 42; print ANSWER, "\n" };
my $str = 'print "no semicolon\n"';
eval $str;
eval { eval 'die { code => 7 }'; print $@->{code}, "\n" };
sub caller_of { return (caller(0))[3] . ' line ' . (caller)[2] }
print eval "\n\ncaller_of()", "\n";
