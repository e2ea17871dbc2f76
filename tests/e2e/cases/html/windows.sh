# A page of --mode=burst has the estimates of the terminal, with their errors, and says what its numbers are.  The
# statements take longer than a trap, also where that is slow: else counts are not known.

cat >a.pl <<'PERL'
my $text = join ' ', map { "word$_" } 1 .. 2000;
sub words { my @w = split / /, $text; return scalar @w }
sub order { my @w = sort { $a cmp $b } reverse 1 .. 1000; return $w[0] }
for my $k (1 .. shift) {
    words() for 1 .. 2;
    order();
}
PERL
run 0 $AGENT -q --mode=burst --overhead=50 -o windows.out -- perl a.pl 9000 || exit
page windows
expect_in windows.html 'In the tables of subs and lines, counts and times are estimates of the whole program'
expect grep -Eq '<td class="number">[^<]*<span class="off">±[0-9.]+%</span></td><td class="text"><a class="name" href="#sub=main::words"' windows.html
expect_not_in windows.html 'short windows: counts<'
$AGENT report --limit=999 windows.out >terminal.txt 2>stderr
expect_status 0
browse windows windows.html terminal.txt
