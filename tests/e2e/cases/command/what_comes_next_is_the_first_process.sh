# The line to be typed next is about the first process, not about what was complete first.

cat >a.pl <<'PERL'
if (!fork) { my $c = 1; exit }
wait;
select undef, undef, undef, 0.5;
PERL

run 0 $AGENT -o "it's here;.out" -- perl a.pl || exit
expect_err $'next: nytprofhtml -f \'it\'\\\'\'s here;.out\' --open, or nytprof-bpf report \'it\'\\\'\'s here;.out\'\n'
