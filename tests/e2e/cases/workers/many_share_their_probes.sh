# The workers of a server share the probes of their perl. Each has its own counts, and nobody else has any.
cat >worker.pl <<'PERL'
sub work { my $n = shift; return $n > 5 ? work($n - 5) + 1 : length sprintf '%d', $n }
sub touch { open my $f, '>', shift or die; close $f }
sub doze { select undef, undef, undef, 0.005 }
my ($cnt, $rounds) = @ARGV;
for my $nr (1 .. $cnt) {
    next if fork;
    doze() until -e 'go';
    work($nr) for 1 .. $rounds;
    if ($nr == 2 && !fork) { work(1) for 1 .. 77; exit }
    1 while wait > 0;
    touch("done.$nr");
    doze() until -e 'end';
    exit;
}
touch("up.$cnt");
1 while wait > 0;
PERL
perl worker.pl 8 300 & W=$!
await [ -e up.8 ]
cp worker.pl other.pl
sed -i "s/'go'/'gone'/; s/'end'/'over'/; s/done/other/" other.pl
perl other.pl 1 500 & O=$!
await [ -e up.1 ]

$AGENT -o x.out --pid $W >/dev/null 2>said & A=$!
recording said
expect_in said 'the recorded processes share the probes of '
# A link for statements, one for calls; those of returns are each process's.
links=$(cat /proc/$A/fdinfo/* 2>/dev/null | grep -c 'link_type:.uprobe_multi')
[ "$links" = 0 ] || expect [ "$links" -le $((2 + 9)) ]
touch gone
await [ -e other.1 ]
touch go
for nr in {1..8}; do await [ -e done.$nr ]; done
touch end over
wait $W $O
wait $A
expect_status 0
mv said stderr
expect_nothing_lost

# 300 rounds of each worker, with its recursion; and the child of the second one.
expect [ "$(ls x.out x.out.* | wc -l)" = 10 ]
for file in x.out*; do
	profile $file >stdout
	grep -oP 'sub main::work \K[0-9]+' stdout
done >counts
expect [ "$(sort -n counts | xargs)" = '77 300 300 300 300 300 600 600 600' ]
grep -l other.pl x.out* >stdout
expect_lines
