# report knows where to look, and takes options anywhere.

run 1 $AGENT report
expect_one_line "can't read nytprof.out: No such file or directory; to read another file"
$AGENT -q -- perl -e 'sub f { 1 } sub g { f() } sub h { g() } h() for 1 .. 3'
run 0 $AGENT report
mv stdout all
run 0 $AGENT report nytprof.out
expect cmp stdout all

run 0 $AGENT report --top=1 nytprof.out
mv stdout one
run 0 $AGENT report nytprof.out --top=1
expect cmp stdout one

run 0 $AGENT report --top 1
expect cmp stdout one
expect [ "$(wc -l <all)" -gt "$(wc -l <one)" ]
