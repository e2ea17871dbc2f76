# A process that profiles itself keeps its file.

cat >a.pl <<'PERL'
open my $f, '>', 'up'; close $f;
select undef, undef, undef, 0.01 until -e 'end';
PERL

perl -d:NYTProf a.pl & server=$!
await [ -e up ]
run 0 $AGENT -d 0.5 -p $server || exit
expect any 'nytprof.out.*'
expect_err 'has loaded another profiler (NYTProf.so)'
expect_err 'another recorder or program writes to nytprof.out'
touch end
wait $server

read_profile nytprof.out
expect_line /a.pl:1 2
