# The command line of export, and files that it cannot read.

cat >a.pl <<'PERL'
sub f { 1 } f() for 1 .. 3;
PERL
run 0 $AGENT -q -o nytprof.out -- perl a.pl || exit
run 2 $AGENT export nytprof.out
expect_one_line 'in which format? Give --format=folded'
run 2 $AGENT export --format=xml nytprof.out
expect_one_line '--format=xml: must be folded'
# The help and the message name the same formats.
formats=$(sed 's/.*must be //; s/ (see.*//' stderr)
run 0 $AGENT export --help
expect_out "$formats"

run 0 $AGENT export --format=folded
expect_out 'main::RUNTIME;main::f '
run 0 $AGENT export --format=folded -o out.folded nytprof.out
expect_lines
expect grep -q main::f out.folded

run 1 $AGENT export --format=folded missing.out
expect_one_line missing.out
head -c 300 nytprof.out >cut.out
run 1 $AGENT export --format=folded -o cut.folded cut.out
expect_one_line cut.out
expect [ ! -e cut.folded ]
run 1 $AGENT export --format=folded nytprof.out cut.out
expect_one_line cut.out
run 1 $AGENT export --format=folded -o missing/out nytprof.out
expect_one_line missing/out
ln -s out.folded link
run 1 $AGENT export --format=folded -o link nytprof.out
expect_one_line 'symbolic link'
for format in ${formats//,/ }; do
	[ $format = or ] && continue
	(exec $AGENT export --format=$format nytprof.out >/dev/full) 2>stderr
	expect_status 1
	expect_one_line 'stdout: No space left'
done
