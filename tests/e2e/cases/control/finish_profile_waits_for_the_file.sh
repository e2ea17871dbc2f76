# finish_profile waits for the file: a program may take its profile away then, and go on.

cat >a.pl <<'PERL'
use NYTProf::BPF; my $urgent = 0; $SIG{URG} = sub { $urgent++ };
sub inner { return 1 }
for my $n (1 .. 8) {
    DB::enable_profile("part$n.out");
    inner() for 1 .. $n;
    DB::finish_profile();
    rename "part$n.out", "seen$n.out" or print "part$n.out is not there\n";
}
DB::finish_profile();
print "$urgent\n";
PERL

(
	$AGENT -- perl $MODULE a.pl
	ls *.out
) >stdout 2>stderr
expect_status 0 || exit
expect_lines 0 nytprof.out seen1.out seen2.out seen3.out seen4.out seen5.out seen6.out seen7.out seen8.out

read_profile seen8.out
expect_out '/a.pl:5 main::RUNTIME main::inner 8 '
expect_no_out 'line (eval 4)' # finish_profile itself
