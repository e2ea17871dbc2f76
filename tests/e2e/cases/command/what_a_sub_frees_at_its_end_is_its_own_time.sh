# What a sub frees at its end is its own time.

cat >a.pl <<'PERL'
sub fill {
    my %h = map { $_ => [$_] } 1 .. 100_000;
    return 1;
}
fill();
my $x = 1;
PERL

run 0 $AGENT -- perl a.pl || exit
read_profile nytprof.out

# The statement that frees is the return, not the one that called.
expect_that "$(number_after '/a.pl:5 ' 2) >= 0"
expect_that "$(number_after '/a.pl:3 ' 2) > 10 * $(number_after '/a.pl:5 ' 2)"
expect_that "$(number_after 'sub main::fill ' 2) > $(number_after '/a.pl:3 ' 2)"
