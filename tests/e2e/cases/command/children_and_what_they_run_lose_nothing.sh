# Children and what they run lose nothing.

cat >child.pl <<'PERL'
my $c = 0;
$c++ for 1 .. 3;
$c += 10;
PERL

cat >a.pl <<'PERL'
$| = 1;
for my $i (1 .. 3) {
    my $pid = fork;
    if (!$pid) {
        exec $^X, 'child.pl';
    }
    waitpid $pid, 0;
}
system('perl child.pl');
print `perl child.pl`;
PERL

run 0 $AGENT -- perl a.pl || exit
# The first process, three forks that ran a statement, three execs, two commands.
expect [ "$(ls | grep -c nytprof.out)" = 9 ]
expect [ "$(for f in nytprof.out.*; do $AGENT report $f; done | grep -c child.pl:3)" = 5 ]
expect [ "$(for f in nytprof.out.*; do profile $f; done | grep -c 'child.pl:3 1 ')" = 5 ]
