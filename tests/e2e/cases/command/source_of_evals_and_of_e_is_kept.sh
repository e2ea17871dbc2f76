# The source of evals and of -e is kept.

cat >a.pl <<'PERL'
use strict;
our $VERSION = 1.25;
$VERSION = eval $VERSION;
eval "my \$y = 1;\n\$y++;" for 1 .. 2;
eval 'my $z = q{' . 'z' x 70_000 . '}';
PERL

run 0 $AGENT --strict -- perl a.pl || exit
read_profile nytprof.out
expect_out $'src (eval 1)[a.pl:3]:1 1.25\n'
expect_out $'src (eval 1)[a.pl:3]:2 ;\n'
expect_out $'src (eval 3)[a.pl:4]:1 my $y = 1;\n'
expect_out $'src (eval 3)[a.pl:4]:2 $y++;\n'
expect_out $'# nytprof-bpf kept 65536 of 70011 bytes\n'

run 0 $AGENT -q -o e.out -- perl -we 'my $x = 1;' -e '$x++;' || exit
read_profile e.out
expect_out $'src -e:1 my $x = 1;\n'
expect_out $'src -e:2 $x++;\n'

run 0 $AGENT -q --savesrc=0 -o none.out -- perl -e 'eval q{1}' || exit
read_profile none.out
expect_no_out 'src '
expect_out 'line (eval 1)[-e:1]:1 1 '
