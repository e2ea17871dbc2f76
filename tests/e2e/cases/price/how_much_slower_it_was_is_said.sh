# How much slower the program was is said, as the kernel's own figures have it.

# The processor time of the program with the probes and without.  Traps empty the processor's caches as
# well, and on a busy machine two runs differ.
cat >a.pl <<'PERL'
my $i = 0;
while ($i < 200000) {
    my $text = join ',', map { $_ + $i } 1 .. 10;
    $i++ if $text =~ /,/;
}
my ($user, $system) = times;
open my $f, '>>', 'took';
printf $f "%.6f\n", $user + $system;
PERL
perl a.pl
run 0 $AGENT -- perl a.pl || exit
said=$(sed -n 's/.*about \([0-9.]*\) times as long as without.*/\1/p' stderr)
{ read -r bare; read -r recorded; } <took
expect_that "$said > $recorded / $bare / 3"
expect_that "$said < $recorded / $bare * 3"
