# A child that is not to be recorded can ask for it.

cat >a.pl <<'PERL'
sub DB::enable_profile {}
sub work { return 1 }
if (!fork) { work();
    DB::enable_profile();
    work(); exit }
wait;
PERL

(
	$AGENT -q --forkdepth=0 -- perl a.pl
	ls
	profile nytprof.out.*
) >stdout 2>stderr
expect_status 0 || exit
expect_out nytprof.out.
expect_line /a.pl:3 0
expect_line /a.pl:4 1
expect_out '/a.pl:5 main::RUNTIME main::work 1 '
