# Workers of a server share most subs, and each has defined one of its own after the fork.  To look at each takes
# longer than the agent has for it in one turn.

cat >a.pl <<'PERL'
for my $p (1 .. 100) {
    my $text = qq{package P$p;\n#line 1 "many.pl"\n};
    $text .= "sub f$_ { my \$x = $_;\n    return \$x + 1 }\n" for 1 .. 60;
    eval $text . 1 or die $@;
}
my $n;
for (1 .. 5) { $n = $_; last if !fork; $n = 0 }
if (!$n) { open my $f, '>', 'up'; 1 while wait != -1; exit }
eval qq{\n#line $n "own.pl"\nsub called$n { 1 } sub own$n { 2 }\n1} or die;
until (-e 'go') { select undef, undef, undef, 0.01 }
P7::f7(1); &{"called$n"}();
PERL
perl a.pl & target=$!
await [ -e up ]
all_were_looked_at() { [ "$(grep -c 'listed [0-9]* subs in' stderr)" = 5 ]; }
(
	$AGENT -v --pid "$(pgrep -d, -P $target)" & A=$!
	recording
	await all_were_looked_at
	touch go
	wait $A
) >stdout 2>stderr
expect_status 0
wait $target
expect_no_err 'its list of subs is incomplete'
expect_no_err 'no time was left'
for file in nytprof.out*; do
	profile "$file" >p
	mv p "$(grep -o 'called[1-5]' p | sort -u | grep -o '[1-5]').txt"
done
expect [ "$(ls [1-5].txt | wc -l)" = 5 ]
for i in 1 2 3 4 5; do
	run 0 cat $i.txt
	expect_sub P7::f7 1 13-14
	expect_sub P7::f60 0 119-120
	expect_sub P100::f1 0 1-2
	expect_no_out agent_uncalled_subs
	for k in 1 2 3 4 5; do
		[ $k = $i ] && expect_out "sub main::own$k 0 " || expect_no_out "sub main::own$k 0 "
	done
done
