# A limit of a file's size that the profile keeps, and the kernel's types for libbpf do not.

echo 'sub f { 1 } f() for 1 .. 10' >a.pl
(
	ulimit -f 16
	$AGENT -v -- perl a.pl
) >stdout 2>stderr
expect_status 0 || exit
expect_err 'libbpf reads all types of the kernel: File too large'
read_profile nytprof.out
expect_out 'sub main::f 10 '
