# A disk that is full loses nothing.

mkdir small
mount -t tmpfs -o size=64k none small
dd if=/dev/zero of=small/fill bs=1k count=58 2>/dev/null
cat >a.pl <<'PERL'
use POSIX;
my $x = 1;
PERL

(
	$AGENT -o small/x.out -- perl a.pl
	rm -f small/fill
	umount small
) >stdout 2>stderr
expect_err 'No space left'
read_elsewhere
expect_line /a.pl:2 1
