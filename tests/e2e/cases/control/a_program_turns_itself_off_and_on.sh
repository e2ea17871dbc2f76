# A program turns itself off and on.

cat >a.pl <<'PERL'
require NYTProf::BPF; sub inner { my $x = 1; return $x }
sub outer {
    inner();
    DB::disable_profile();
    inner();
    DB::enable_profile();
    inner();
    return 1;
}
sub off_caller { mid() }
sub mid { DB::enable_profile(); inner(); 1 }
outer();
DB::disable_profile();
outer();
off_caller();
eval { DB::disable_profile(); die };
DB::enable_profile();
inner();
DB::disable_profile();
inner();
PERL
expect_same start=begin

read_profile ours.out
expect_line /a.pl:5 0
expect_line /a.pl:3 1
expect_line /a.pl:4 1
expect_out '/a.pl:12 main::RUNTIME main::outer 1 '
expect_no_out '/a.pl:14 main::RUNTIME main::outer'
