# Of names of files, by #line.

cat >f.pl <<'PERL'
my $long = 'n' x 3900;
for my $n (1 .. 6000) { eval qq{#line 1 "$long$n"\n1;} }
PERL
record_both
as_flooder perl "$PWD/f.pl"
expect_answer
run_honest
end_all
expect_honest $H
expect_flood_said
