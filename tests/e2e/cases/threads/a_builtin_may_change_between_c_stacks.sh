# A builtin may change between C stacks.

# A return probe would be its death: see attached_spare_returns.
needs Coro libcoro-perl
cat >a.pl <<'PERL'
use Coro;
package T; sub TIEHANDLE { bless [] }
sub PRINT { Coro::cede(); my $x = 'abc' =~ /b/; return 1 }
package main; tie *FH, 'T';
my @c = map { async { for (1 .. 20) {
    print FH 'x'; 'y' =~ /(y)/; Coro::cede() } } } 1 .. 4;
for (1 .. 50) { 'abc' =~ /c/; print FH 'y'; cede }
$_->join for @c; print "done\n";
PERL

run 0 $AGENT --strict -- perl a.pl || exit
expect_out $'done\n'
expect_err 'the time of a builtin lasts until the next statement or call'

read_sums nytprof.out
expect_out $'attr agent_builtin_times approximate\n'
expect_out 'sub T::PRINT 130 '
expect_out 'sub main::CORE:print 131 '
