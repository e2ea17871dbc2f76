# Evals and definitions go on in other files: an eval may be compiled in one part and run in others.

# What is defined later is in no earlier part.
cat >a.pl <<'PERL'
sub DB::enable_profile {}
eval 'sub made { return 1 } sub never_called { 2 }';
made();
for my $n (1 .. 300) {
    DB::enable_profile("part$n.out");
}
made();
eval 'made() for 1 .. 3; sub later { 3 }';
sub uncalled { 4 }
DB::enable_profile('last.out');
made() for 1 .. 2;
later();
PERL

run 0 $AGENT -- perl a.pl || exit
expect_no_err 'share a file'

read_profile nytprof.out
expect_out '/a.pl:3 main::RUNTIME main::made 1 '
expect_out 'sub main::uncalled 0 '
expect_out 'sub main::never_called 0 '
expect_no_out main::later

read_profile part300.out
expect_out '/a.pl:7 main::RUNTIME main::made 1 '
expect_out '(eval 2)[a.pl:8]:1 main::RUNTIME main::made 3 '
expect_out 'line (eval 1)[a.pl:2]:1 4 '

read_profile last.out
expect_out '/a.pl:11 main::RUNTIME main::made 2 '
expect_out '/a.pl:12 main::RUNTIME main::later 1 '
expect_out 'line (eval 1)[a.pl:2]:1 2 '
expect_out 'line (eval 2)[a.pl:8]:1 1 '
expect_out 'sub main::never_called 0 '
