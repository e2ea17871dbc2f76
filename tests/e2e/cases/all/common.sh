# --all: every perl, or those that filters name.  Other perls run on this machine: each case has a filter
# that only its own processes fit.

# worker.pl works until there is a file "end", or $ROUNDS times; it writes its pid to $UP, and to $COUNT.PID how often it worked.
put_workers() {
	local name
	for name in "$@"; do cp "$SUITE/worker.pl" "$name"; done
}

# Waits until a process has a profile.
seen() {
	await any "out/*.$1.*.nytprof"
}

# Runs a worker until it has a profile; $W is its pid.
run_until_seen() {
	"$@" & W=$!
	seen $W
	touch end
	wait $W
	rm end
}

# Runs one for some rounds.
run_briefly() {
	ROUNDS=50 "$@"
}

profiles() {
	ls out | grep -c '\.nytprof$'
}

# What a process's profiles say, in stdout.
read_profiles_of() {
	profiles_of "$1" >stdout
}

# The names of the programs whose profiles are there, in order.
programs() {
	local file
	for file in out/*.nytprof; do strings $file | grep -o 'application=.*' | grep -o '[a-z]*\.pl'; done | sort | xargs
}

# One system of layers for each of the roots "one" and "two"; a.pl is in their /app.
mount_layers() {
	local root
	mkdir work one two
	mount -t tmpfs none work
	for root in one two; do
		mkdir -p work/$root work/w$root
		mount -t overlay overlay -o lowerdir=/,upperdir=work/$root,workdir=work/w$root $root
		mkdir $root/app
		cp a.pl $root/app
	done
}
