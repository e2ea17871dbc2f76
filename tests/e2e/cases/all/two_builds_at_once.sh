# Two builds of perl are recorded at once.

root=$TOP/build/perls/bullseye
[ -e $root/.complete ] || [ "${CI:-}" = true ] || skip 'run scripts/setup.sh test'

# The second one is of another root, and other perls of that root are not looked at.  It forks with calls under way.
put_workers a.pl
cat >b.pl <<'PERL'
sub f { $_[0] }
until (-e "$0.end") { f($_); select undef, undef, undef, 0.001 }
sub down { $_[0] ? down($_[0] - 1) : fork }
my $pid = down(40);
f($_) for 1 .. 100;
waitpid $pid, 0 if $pid;
PERL

script=/tmp/nyt-all-$$.pl
record_all --match=$PWD
run_until_seen perl "$PWD/a.pl"
cp b.pl $root$script
chroot $root perl $script $PWD & W=$!
seen $W
touch $root$script.end
wait $W
rm $root$script*
end_all
expect [ "$(profiles)" = 3 ]
for file in out/*.nytprof; do profile $file; done >stdout
expect [ "$(grep -c ':5 main::RUNTIME main::f 100 ' stdout)" = 2 ]
expect_out $'attr perl_version 5.36.0\n'
expect_out 'attr perl_version 5.32.'
expect_that "$(number_after '/a.pl:6 main::RUNTIME main::work ') > 20"
expect_that "$(number_after '.pl:2 main::RUNTIME main::f ') > 20"
expect_not_in said 'nothing (0)'
expect_in said 'not recorded: the earlier work of '
