# In perl itself, in the library of an XS module, or in the kernel: the largest share is that of what the program does.

cat >where.pl <<'PERL'
use Digest::SHA;
my ($what, $end) = (shift, times() + 1.5);
my ($text, $big) = ('ab' x 60, 'x' x 300_000);
open my $zero, '<', '/dev/zero' or die;
my %do = (
	pattern => sub { $text =~ /[ab]*[ab]*[ab]*[cd]/ },
	digest  => sub { Digest::SHA::sha256($big) },
	kernel  => sub { sysread $zero, my $read, 1 << 20 },
);
my $used = 0;
while ($used < $end) { $do{$what}->(); my @times = times; $used = $times[0] + $times[1] }
PERL
# largest WHAT: where the processor was most of the time
largest() {
	run 0 $AGENT --mode=sample -o $1.out -- perl where.pl $1
	run 0 $AGENT report $1.out
	sed -n '/^The processor was in (estimate)$/{n;s/.*%  //p}' stdout
}
expect [ "$(largest digest)" = SHA.so ]
expect [ "$(largest kernel)" = '[kernel]' ]
case $(largest pattern) in
perl | libperl.so*) expect true ;;
*) fail "a pattern: $(cat stdout)" ;;
esac
run 0 $AGENT report digest.out
share() {
	sed -n "s/^ *\([0-9]*\)\.[0-9]%  $1\$/\1/p" stdout
}
expect [ "$(share SHA.so)" -ge 60 ]

# Merging adds them up; a trace has none.
run 0 $AGENT merge -o both.out digest.out kernel.out
run 0 $AGENT report both.out
expect_out '%  SHA.so'
expect_out '%  [kernel]'
run 0 $AGENT -o trace.out -- perl -e '$n++ for 1 .. 10'
run 0 $AGENT report trace.out
expect_no_out 'The processor was in'
