# A process that changes its root is recorded, and names no file outside of it.

mkdir -p jail/in
cat >jail/in/In.pm <<'PERL'
package In;
sub in { return 7 }
1;
PERL

cat >a.pl <<'PERL'
sub DB::enable_profile {}
chroot 'jail' or die; chdir '/in';
require './In.pm';
In::in() for 1 .. 2;
DB::enable_profile('/in/wanted.out') if @ARGV;
In::in() for 1 .. 3;
PERL

run 0 $AGENT -q -- perl a.pl || exit
read_profile nytprof.out
expect_line /in/In.pm:2 5
expect_out '/a.pl:4 main::RUNTIME In::in 2 '
expect_out '/a.pl:2 chroot'

# Never a file outside of its root by its word.
run 0 $AGENT -o b.out -- perl a.pl x || exit
expect [ ! -e /in ]
expect_err 'asked for /in/wanted.out: '
expect_err ' instead, because it has changed its root directory'

read_profile b.out.*
expect_line /in/In.pm:2 3
