# With the set of the manifests all perls are recorded.

AGENT="setpriv --bounding-set $ALL $AGENT" record_all --match=$PWD/a.pl
start_worker perl $PWD/a.pl
await any "out/*.$W.*.nytprof"
touch end
wait $W
end_all
expect mv out/*.$W.*.nytprof w.out
expect_work
