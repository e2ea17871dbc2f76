# The command goes on after the duration, and its status is ours.

cat >a.pl <<'PERL'
my $end = time + 3;
while (time < $end) {
    my $x = 1;
}
print "done\n";
exit 6;
PERL

run 6 $AGENT -d 1 -- perl a.pl
expect_out $'done\n'

read_profile nytprof.out
expect_that "$(number_after '/a.pl:3 ') > 1000"
expect_line /a.pl:5 0
