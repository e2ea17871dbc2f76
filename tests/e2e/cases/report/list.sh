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
pid=$(profile p/a.nytprof | sed -n 's/^attr agent_pid //p')
run 0 $AGENT list --pid=$pid p
expect [ "$(grep -c '^    p/' stdout)" = 1 ]
expect_out p/a.nytprof

# By the time: the old one is of another day than the others, and a file that is moved keeps its time.
began=$(date -u -d "@$(profile p/stock.out | sed -n 's/^attr basetime //p')" '+%Y-%m-%d %H:%M:%S')
run 0 $AGENT list --until="$began" p
expect [ "$(sed -n 's,^    \(p/.*\),\1,p' stdout)" = p/stock.out ]
run 0 $AGENT list --since=1h --until=0s p
expect_no_out stock.out
run 1 $AGENT list --until='2001-01-01 14:00' p
expect_one_line 'p has no such profile'
run 2 $AGENT list --since=never p
expect_one_line '--since=never: must be a time as 2026-11-22 14:00'
run 2 $AGENT list --since=1s --until=1h p
expect_one_line '--since is later than --until'

# The unit is a comment that this agent writes.
sed 's/^# agent_pid=/# agent_unit=shop-api.service\n&/' p/b.nytprof >p/c.nytprof
for unit in shop-api.service shop-api 'shop-*'; do
	run 0 $AGENT list --unit="$unit" p
	expect [ "$(sed -n 's,^    \(p/.*\),\1,p' stdout)" = "p/c.nytprof  shop-api.service" ]
done
run 1 $AGENT list --unit=shop p
rm p/c.nytprof

# So are the process's name and its control group.
sed '/^# agent_c[go]/d
	s,^# agent_pid=,# agent_cgroup=/kubepods/pod1/cri-containerd-0123456789abcdef.scope\n# agent_comm=shop-worker-num\n&,' p/b.nytprof >p/c.nytprof
for filter in --comm=shop-worker-number-one --cgroup=/kubepods --cgroup=/kubepods/pod1/ --container=01234567; do
	run 0 $AGENT list $filter p
	expect [ "$(sed -n 's,^    \(p/[^ ]*\).*,\1,p' stdout)" = p/c.nytprof ]
done
for filter in --comm=shop --cgroup=/kubepods/pod --container=1234567; do
	run 1 $AGENT list $filter p
done
rm p/c.nytprof
run 0 $AGENT report p/a.nytprof
expect_out 'command perl -e sub busy'
expect_out "host    $(uname -n)"
run 1 $AGENT list --match=nothing p
expect_one_line 'p has no such profile'
run 1 $AGENT list missing
expect_one_line "can't read the directory missing"
run 2 $AGENT list p p
expect_one_line 'unexpected'
