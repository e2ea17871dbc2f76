# A script started by its own first line is recorded.

cat >s.pl <<'PERL'
#!/usr/bin/env perl
my $x = 1;
$x++;
PERL

chmod 755 s.pl
run 0 $AGENT -q -- ./s.pl || exit
read_profile nytprof.out
expect_line s.pl:2 1

run 0 $AGENT -q -o sh.out -- sh -c "cd / && $PWD/s.pl" || exit
read_profile sh.out
expect_line s.pl:3 1
