# Metrics for Prometheus, over HTTP and in a file.

# Records a.pl with more options; the metrics are at $URL.
record_worker() {
	record_all --match=$PWD/a.pl --listen=0 "$@"
	URL=$(sed -n 's/.*metrics are at //p' said)
}

start_worker() {
	cp "$SUITE/worker.pl" a.pl
	perl "$PWD/a.pl" & W=$!
}

end_worker() {
	touch end
	wait $W
	end_all
}

scrape() {
	run 0 curl -sS -m 10 $URL
}

# The value of a metric.
value() {
	curl -sS -m 10 $URL | grep "^nytprof_bpf_$1 " | cut -d' ' -f2
}

# It compares: value_is calls_total -gt 10
value_is() {
	local now
	now=$(value "$1")
	[ "${now%%.*}" "$2" "$3" ] 2>/dev/null
}
