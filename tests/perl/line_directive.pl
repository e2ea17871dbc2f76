# #line: other names and numbers, in the file and in an eval.
use strict;
use warnings;

sub plain { return __FILE__ =~ /line_directive/ ? 'own' : 'other' }
print plain(), "\n";
# line 100 "made-up.tt"
sub template { return __LINE__ }
print template(), "\n";
print template(), "\n" for 1 .. 2;
# line 7 "/generated/deep/file.pl"
for my $i (1 .. 3) {
    print template() + $i, "\n";
}
eval qq{#line 50 "from-eval.tt"\nprint "in ", __FILE__, " ", __LINE__, "\\n";\n};
