# start=no waits for the program.

cat >a.pl <<'PERL'
require NYTProf::BPF; sub inner { my $x = 1; return $x }
sub outer { inner();
    DB::enable_profile();
    inner(); inner();
    return 1 }
inner();
outer();
inner();
PERL
expect_same start=no

read_profile ours.out
expect_line /a.pl:6 0
expect_line /a.pl:4 2
expect_out '/a.pl:4 main::outer main::inner 2 '

cat >b.pl <<'PERL'
my $x = 1;
PERL

run 0 $AGENT --start=no -o never.out -- perl b.pl
expect_one_line 'the start that the option start= asks for did not come'
expect [ ! -e never.out ]
