# A process in a file system that goes with the command's mount namespace has its source and its profiles.

cat >a.pl <<'PERL'
sub DB::enable_profile {}
my $x = 1;
DB::enable_profile('second.out');
$x++;
PERL

mkdir mnt
run 0 unshare -m sh -c '
	mount -t tmpfs tmpfs mnt
	cp a.pl mnt
	cd mnt
	$AGENT -q -o ../nytprof.out -- perl a.pl || exit
	mv second.out ..' || exit
read_profile nytprof.out
expect_out $'/mnt/a.pl:2 my $x = 1;\n'

read_profile second.out
expect_line /mnt/a.pl:4 1
expect_out $'/mnt/a.pl:4 $x++;\n'
