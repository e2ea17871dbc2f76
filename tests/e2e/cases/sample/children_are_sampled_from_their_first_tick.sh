# Children are sampled from their first tick: those that fork, and those that execute a perl.

cat >a.pl <<'PERL'
sub burn { my $x = 0; $x += $_ for 1 .. 10_000_000; return $x }
sub kid { burn(); exit }
kid() if !fork;
wait;
system $^X, '-e', 'sub other { my $x = 0; $x += $_ for 1 .. 10_000_000; return $x } other()';
PERL

run 0 $AGENT --mode=sample --rate=999 -- perl a.pl || exit
expect_hardly_lost --mode=sample
for file in nytprof.out.*; do $AGENT report "$file"; done >stdout
for sub in main::kid main::other; do
	expect_that "$(samples_of $sub) > 50"
done

rm nytprof.out*
run 0 $AGENT --mode=sample --rate=999 --forkdepth=0 -- perl a.pl
expect [ ! -e nytprof.out.* ]
