# nameevals=0 and nameanonsubs=0: names as perl has them.

cat >a.pl <<'PERL'
my $an = sub { return 3 };
my $bn = sub { return 4 };
$an->(); $bn->();
eval 'my $x = 1; sub named { 2 } named(); $an->()';
eval 'eval q(my $y = 2); my $cn = sub { 5 }; $cn->()';
PERL
options=nameevals=0:nameanonsubs=0:slowops=0
NYTPROF=$options:file=theirs.out perl -d:NYTProf a.pl
NYTPROF=$options:file=ours.out run 0 $AGENT -q -- perl a.pl
for by in theirs ours; do
	profile $by.out 2>/dev/null | grep -E '^(line|call)' |
		sed -E 's/ -?[0-9.]+(e-?[0-9]+)?$//' | grep -v '^line .* 0$' | sort >$by.txt
done
expect diff theirs.txt ours.txt || exit
expect [ -s ours.txt ]

read_profile ours.out
expect_out '/a.pl:3 main::RUNTIME main::__ANON__ 2 '
expect_out 'line (eval 1):1 4 '

# One without the other: NYTProf 6.12 takes each for the other (init_profiler, PL_perldb).
run 0 $AGENT -q --nameevals=0 -- perl a.pl || exit
read_profile nytprof.out
expect_out 'line (eval 1):1 4 '
expect_out 'call (eval 1):1 main::RUNTIME main::__ANON__[a.pl:1] 1 '
expect_out 'main::__ANON__[(eval 2):1] 1 '

run 0 $AGENT -q --nameanonsubs=0 -- perl a.pl || exit
read_profile nytprof.out
expect_out 'line (eval 1)[a.pl:4]:1 4 '
expect_out 'call (eval 1)[a.pl:4]:1 main::RUNTIME main::__ANON__ 1 '
