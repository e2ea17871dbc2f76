# promtool accepts them, and a Prometheus can be asked for them.

tools=$TOP/build/prometheus/usr/bin
[ -e "$TOP/build/prometheus/.complete" ] || [ "${CI:-}" = true ] || skip 'run scripts/setup.sh test'

record_worker
start_worker
await value_is calls_total -gt 10
scrape
expect "$tools/promtool" check metrics <stdout

host=${URL#http://}
cat >p.yml <<END
global: {scrape_interval: 1s}
scrape_configs: [{job_name: perl, static_configs: [{targets: ["${host%/metrics}"]}]}]
END
port=$(perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => q(127.0.0.1))->sockport')
"$tools/prometheus" --config.file=p.yml --storage.tsdb.path=db --web.listen-address=127.0.0.1:$port 2>prom.log &

# A query has a value that is not 0, which is in "asked".
asked() {
	curl -sS -m 10 -G --data-urlencode "query=$1" http://127.0.0.1:$port/api/v1/query >answer 2>&1
	sed -n 's/.*"value":\[[^,]*,"\([0-9.e+]*\)".*/\1/p' answer >asked
	[ -s asked ] && [ "$(<asked)" != 0 ]
}
await asked 'nytprof_bpf_targets{job="perl"}'
expect [ "$(<asked)" = 1 ]
await asked 'rate(nytprof_bpf_calls_total[1m])'
expect grep -q '"job":"perl"' answer
end_worker
