# A program that loads Coro has no returns, and others have: returns kill a program that changes between C stacks.

# One that does is left alone, and nobody else has less for it; nor for a file that is only called like
# Coro's.  With a filter, returns are seen of those that fit it.
cat >a.pl <<'PERL'
my $s;
sub work { 'abc' =~ /b/ && ($s = 'x' x 3_000_000); return 1 }
my $left = 1e9; while ($left-- && !-e 'end') { work();
    select undef, undef, undef, 0.002 }
PERL
cat >c.pl <<'PERL'
use Coro;
package T; sub TIEHANDLE { bless [] }
sub PRINT { Coro::cede(); my $x = 'abc' =~ /b/; return 1 }
package main; tie *FH, 'T';
my @c = map { async { for (1 .. 20) {
    print FH 'x'; 'y' =~ /(y)/; Coro::cede() } } } 1 .. 4;
for (1 .. 50) { 'abc' =~ /c/; print FH 'y'; cede }
my $pid = fork; $_->join for @c;
if ($pid) { waitpid $pid, 0; print $? ? "killed\n" : "child\n" }
print "done\n" if $pid;
PERL

perl -MCoro -e1 || skip 'needs libcoro-perl'
mkdir -p Coro/State
chmod 755 .
cp /bin/sleep Coro/State/State.so
setpriv --reuid=54321 --clear-groups Coro/State/State.so 60 & S=$!
record_all --match=$PWD/[ac].pl
perl "$PWD/a.pl" & W=$!
seen $W
setpriv --reuid=54321 --clear-groups Coro/State/State.so 60 & T=$!
perl "$PWD/c.pl" >printed & C=$!
wait $C
expect_status 0
touch end
wait $W
rm end
kill $S $T
end_all
expect [ "$(xargs <printed)" = 'child done' ]
cp said stderr
expect_nothing_lost

read_profiles_of $W
expect_no_out builtin
expect awk '/^line .*a.pl:2 / { line = $4 } /^sub main::CORE:match / { match_ = $4 } END { exit !(2 * match_ < line) }' stdout
read_profiles_of $C
expect_out $'attr agent_builtin_times approximate\n'
expect_out 'sub T::PRINT '
