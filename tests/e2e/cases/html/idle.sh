# What waits for events is kept apart.

cat >a.pl <<'PERL'
use IO::Select;
pipe my $in, my $out;
my $loop = IO::Select->new($in);
sub work { my $x = 0; $x += sqrt for 1 .. 20000; return $x }
for (1 .. 5) { $loop->can_read(0.1); work() }
PERL
run 0 $AGENT -q -o ours.out -- perl a.pl || exit
page ours
browse idle ours.html
