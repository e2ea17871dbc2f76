# The command line of report --html and of a recording with --html.

cat >a.pl <<'PERL'
sub f { 1 } f() for 1 .. 3; # secret words
PERL
perl -e 'print "# far away\n" x 100' >>a.pl
run 0 $AGENT -q --html -o nytprof.out -- perl a.pl || exit
expect [ -s nytprof.out.html ]
expect [ "$(stat -c %U:%a nytprof.out.html)" = "$(stat -c %U:%a nytprof.out)" ]
run 0 $AGENT report --html
cp stdout x.html
expect cmp x.html nytprof.out.html
run 0 $AGENT report --html -o x.html nytprof.out
expect_lines
expect cmp x.html nytprof.out.html
expect_in x.html 'secret words'

# Source: what is near, all, none.
run 0 $AGENT report --html --all-lines -o all.html nytprof.out
expect_that "$(stat -c %s all.html) > $(stat -c %s x.html)"
run 0 $AGENT report --html --no-source -o none.html nytprof.out
expect_not_in none.html 'secret words'
expect_that "$(stat -c %s none.html) < $(stat -c %s x.html)"

# Several are added up.
cp nytprof.out again.out
run 0 $AGENT report --html -o sum.html nytprof.out again.out
expect_in sum.html '<dt>calls</dt><dd>6</dd>'

for options in '-o x.html' --no-source --all-lines; do
	run 2 $AGENT report $options nytprof.out
	expect_one_line 'belongs to --html'
done
run 2 $AGENT --all --html
expect_one_line '--html: not with --all'
run 1 $AGENT report --html -o missing/x.html nytprof.out
expect_one_line missing/x.html
head -c 300 nytprof.out >cut.out
run 1 $AGENT report --html -o cut.html cut.out
expect_one_line cut.out
expect [ ! -e cut.html ]
(exec $AGENT report --html nytprof.out >/dev/full) 2>stderr
expect_status 1
expect_one_line 'stdout: No space left'
