# All from the first statement to the last is recorded.

cat >a.pl <<'PERL'
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
print "$n\n";
PERL

run 0 $AGENT -- perl a.pl || exit
expect_out $'1001000\n'
expect_err 'nytprof.out: 3003 statements on 5 lines, 1001 calls of 2 subs'
expect_err 'not recorded: nothing (0)'
expect_err 'nytprofhtml -f nytprof.out --open'

read_profile nytprof.out
expect_line /a.pl:1 1
expect_line /a.pl:2 2000
expect_line /a.pl:3 1
expect_line /a.pl:4 1000
expect_line /a.pl:6 1
expect_out '/a.pl:4 main::RUNTIME main::work 1000 '
expect_out '/a.pl:6 main::RUNTIME main::CORE:print 1 '
expect_out $'attr application a.pl\n'
expect_out $'attr complete 1\n'
expect_out $'/a.pl:2 sub work { my $x = shift; return $x * 2 }\n'
