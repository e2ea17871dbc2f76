# A command that ends by _exit, exec or a nested exit has a whole profile.

cat >a.pl <<'PERL'
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
use POSIX (); POSIX::_exit(3);
PERL

run 3 $AGENT -q -o exit.out -- perl a.pl
read_profile exit.out
expect_line /a.pl:4 1000

cat >b.pl <<'PERL'
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
exec 'true';
PERL

run 0 $AGENT -q -o exec.out -- perl b.pl
read_profile exec.out
expect_line /b.pl:4 1000

cat >c.pl <<'PERL'
my $n = 0;
sub work { my $x = shift; return $x * 2 }
for my $i (1 .. 1000) {
    $n += work($i);
}
sub deep { exit 4 } sub outer { deep() } outer();
PERL

run 4 $AGENT -q -o nested.out -- perl c.pl
read_profile nested.out
expect_out 'main::outer main::deep 1 '
