# A program that profiles itself keeps its file: both would write nytprof.out.

cat >a.pl <<'PERL'
my $n = 0;
sub f { $n++ }
f() for 1 .. 20;
PERL
PERL5OPT=-d:NYTProf run 0 $AGENT -- perl a.pl || exit
expect_err 'the command loads another profiler (PERL5OPT=-d:NYTProf): this profile will include'
expect_err 'another recorder or program writes to nytprof.out'
expect [ "$(grep -ac 'Recorded by nytprof-bpf' nytprof.out)" = 0 ]
expect grep -aq 'Recorded by nytprof-bpf' nytprof.out.*

read_profile nytprof.out
expect_line /a.pl:2 20

run 0 $AGENT -o o.out -- perl -wd:NYTProf a.pl || exit
expect_err 'the command loads another profiler (-wd:NYTProf)'
expect_no_err 'another recorder or program'

run 0 $AGENT -o o.out -- perl a.pl || exit
expect_no_err warning
expect [ ! -e o.out.1 ]
