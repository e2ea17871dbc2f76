# A program steers by goto.

cat >a.pl <<'PERL'
require NYTProf::BPF; sub inner { my $x = 1; return $x }
sub off { goto &DB::disable_profile }
sub on { goto &DB::enable_profile }
inner();
off();
inner(); inner();
on();
inner();
sub outer { off(); inner(); if (1) { on() } inner(); return 1 }
outer();
off();
inner();
PERL
expect_same start=begin
expect_same start=no

read_profile ours.out
expect_line /a.pl:6 0
expect_line /a.pl:8 1
