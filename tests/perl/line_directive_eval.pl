# Source of names that only a #line in a string eval gives: templates and generated code.
use strict;
use warnings;

my @made;

sub run {
    my ($code) = @_;
    my $result = eval $code;
    die $@ if $@;
    return $result;
}

# Plain, indented by nothing, with blanks, without quotes, with a carriage return.
print run(qq{#line 1 "plain.tt"\nmy \$x = 1;\n\$x + 1;\n}), "\n";
print run(qq{#  line   12   "far down.tt"  \nmy \$x = 2;\n\n\n\$x + 1}), "\n";
print run(qq{my \$y = 3;\n# line 5 unquoted.tt\n\$y++;\n\$y + 1;\n}), "\n";
print run(qq{# line 3 "carriage.tt"\r\nmy \$x = 4;\n\$x + 1;\n}), "\n";

# The number is the one that the line has anyway: the text before it is the name's, too.
print run(qq{my \$z = 5;\n# line 3 "same number.tt"\n\$z++;\n\$z + 1;\n}), "\n";

# What is no directive.
print run(qq{ # line 100 "indented"\nmy \$x = 6; # line 200 "behind"\n#line 300x "letter"\n#lines 5 "more"\n\$x + 1;\n}), "\n";

# Two names in one eval, and one name in two.
print run(qq{#line 1 "first half.tt"\nmy \$x = 7;\n\$x++;\n#line 30 "second half.tt"\n\$x++;\n\$x++;\n1;\n1;\n\$x + 1;\n}), "\n";
print run(qq{#line 1 "twice.tt"\nmy \$x = 8;\n\$x + 1;\n}), "\n";
print run(qq{#line 1 "twice.tt"\nmy \$x = 9;\n\$x + 1;\n}), "\n";

# A directive that gives a number only.
print run(qq{#line 1 "numbered.tt"\nmy \$x = 10;\n\$x++;\n# line 9\n\$x + 1;\n}), "\n";

# A sub that is called after its eval, an eval in an eval, and a child that runs what its parent has compiled.
run(qq{#line 7 "later.tt"\nsub later {\n  my \$x = shift;\n  return \$x + 1;\n}\n1;\n});
print later(10), "\n";
print run(qq{#line 1 "outer.tt"\nmy \$x = run(qq{#line 1 "inner.tt"\\nmy \\\$i = 1;\\n\\\$i + 10;\\n});\n\$x + 1;\n}), "\n";
my $pid = fork // die "fork: $!";
if (!$pid) {
    print later(11), "\n";
    exit;
}
waitpid $pid, 0;
