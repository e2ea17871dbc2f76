AGENT=/build/nytprof-bpf TOP=; export TOP
recording() { until grep -q '^nytprof-bpf: recording' stderr; do sleep 0.02; done; }
exec 3>&1 >stdout 2>stderr </dev/null
said() { grep -c '^nytprof-bpf: recording' stderr; }
all() { n=$(said); $AGENT --all --output-dir=$PWD/out "$@" & A=$!
    until [ $(said) -gt $n ]; do sleep 0.05; done; }
over() { kill -INT $A; wait $A; }
profiles() { ls out | grep -c '\.nytprof$'; }
of() { for f in out/*.$1.*; do perl $TOP/tests/e2e/profile.pl $f; done; }
seen() { until ls out/*.$1.*.nytprof >ls 2>&1; do sleep 0.1; done; }
yes() { "$@" & W=$!; seen $W; touch end; wait $W; rm end; }
no() { ROUNDS=50 "$@"; }
until_file() { until [ -e $1 ]; do sleep 0.02; done; }
all --match=$PWD --interval=1
yes perl $PWD/a.pl; sleep 1; rm out/*.nytprof
perl storm.pl; over; profiles
for f in out/*.nytprof; do perl $TOP/tests/e2e/profile.pl $f; done | grep -c '^sub main::f 3 '
