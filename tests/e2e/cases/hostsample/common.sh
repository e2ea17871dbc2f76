# --all --mode=sample.  As in the suite "all", each case has a filter that only its own processes fit.

# worker.pl burns processor time in the sub burn until there is a file "end"; it writes its pid to $UP.
put_workers() {
	local name
	for name in "$@"; do cp "$SUITE/worker.pl" "$name"; done
}

# Samples a thousand times a second, so that little time is enough.
sample_all() {
	record_all --mode=sample --rate=999 "$@"
}

seen() {
	await any "out/*.$1.*.nytprof"
}

# In how many samples of a process's profiles a sub was: samples_of PID SUB
samples_of() {
	profiles_of "$1" | awk -v "name=$2" '$1 == "sub" && $2 == name { cnt += $3 } END { print cnt + 0 }'
}

# All samples of a process's profiles.
all_samples_of() {
	profiles_of "$1" | awk '$1 == "line" { cnt += $3 } END { print cnt + 0 }'
}

# What maps of the agent have: entries MAP
entries() {
	"$BPFTOOL" -j map dump id "$(map_of "$1")" | grep -o '"formatted"' | wc -l
}
