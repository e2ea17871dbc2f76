# list: the profiles of a directory.

mkdir p
cp "$SUITE/stock.nytprof" p/stock.out
$AGENT -q -o p/a.nytprof -- perl -e 'sub busy { 1 } busy() for 1 .. 100' one two
$AGENT -q -o p/b.nytprof -- perl -e 'sub f { 1 } f()' three
echo 'no profile' >p/x.nytprof
mkdir p/d.nytprof
run 0 $AGENT list p
expect [ "$(grep -c '^    p/' stdout)" = 3 ]
expect_out 'main::busy'
expect_out '/srv/shop/shop.pl'
expect_out 'main::fib'
expect_in_order stdout b.nytprof stock.out
run 0 $AGENT list --match='one two$' p
expect [ "$(grep -c '^    p/' stdout)" = 1 ]
expect_out p/a.nytprof
run 0 $AGENT list --limit=1 p
expect_out '2 more'
run 0 $AGENT list --uid=0 p
expect_no_out stock.out
run 0 $AGENT report p/a.nytprof
expect_out 'command perl -e sub busy'
expect_out "host    $(uname -n)"
run 1 $AGENT list --match=nothing p
expect_one_line 'p has no such profile'
run 1 $AGENT list missing
expect_one_line "can't read the directory missing"
run 2 $AGENT list p p
expect_one_line 'unexpected'
