# Some record a program for themselves, another one a program with Coro: their return probes do not kill that.
# A return probe that is limited to a process reaches every process in which somebody has a probe at the same place.

perl -MCoro -e 1 || skip 'needs libcoro-perl'
cat >a.pl <<'PERL'
open my $up, '>', 'up';
until (-e 'end') { 'abc' =~ /b/; select undef, undef, undef, 0.002 }
PERL
cat >c.pl <<'PERL'
open my $up, '>', "up.$$";
select undef, undef, undef, 0.02 until -e "go.$$" || -e 'end';
require Coro; Coro->import;
package T; sub TIEHANDLE { bless [] }
sub PRINT { Coro::cede(); my $x = 'abc' =~ /b/; return 1 }
package main; tie *FH, 'T';
my @c = map { Coro::async(sub { for (1 .. 20) { print FH 'x'; 'y' =~ /(y)/; Coro::cede() } }) } 1 .. 4;
for (1 .. 50) { 'abc' =~ /c/; print FH 'y'; Coro::cede() }
$_->join for @c;
print "done\n";
PERL

perl a.pl & a=$!
await [ -e up ]
$AGENT --pid $a -o a.out >/dev/null 2>one & R=$!
$AGENT --pid $a -o b.out >/dev/null 2>two & Q=$!
until_in recording one
until_in recording two
record_all --match=$PWD/c.pl
for round in first second; do
	perl "$PWD/c.pl" >"$round" & c=$!
	await [ -e "up.$c" ]
	[ $round = first ] || until_in 'loads Coro' two
	await any "out/*.$c.*.nytprof"
	touch "go.$c"
	wait $c
	expect_status 0
	expect [ "$(cat "$round")" = done ]
done
kill -INT $R $Q
wait $R
expect_status 0
wait $Q
expect_status 0
touch end
wait $a
end_all
cp one stderr
expect_err 'loads Coro: the ends of builtins are no longer probed in any process'
read_profile a.out
expect_out 'attr agent_builtin_times approximate'
expect_out 'sub main::CORE:match '
