# A profile begins with its start, as in NYTProf; to a tenth of a second.

cat >a.pl <<'PERL'
require NYTProf::BPF;
select undef, undef, undef, 1;
DB::enable_profile();
select undef, undef, undef, 0.5;
PERL

run 0 $AGENT -q --start=no -- perl $MODULE a.pl || exit
read_profile nytprof.out
lasted=$(number_after 'attr profiler_duration ')
expect_that "$lasted >= 0.5 && $lasted < 0.9"
