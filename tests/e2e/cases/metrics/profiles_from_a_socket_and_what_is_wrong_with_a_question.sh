# Profiles come from a Unix socket, too; a wrong question is answered with one line, and disturbs nobody.
ask() {
	run 0 curl -sS -m 100 -o body -w '%{http_code}\n' --unix-socket "$PWD/sock" "http://localhost$1"
}

cp "$SUITE/worker.pl" a.pl
python3 -c 'import socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1])' "$PWD/sock"
record_all --match=$PWD/a.pl --listen=unix:$PWD/sock
expect [ "$(stat -c '%a %F' sock)" = '600 socket' ]
G=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/self/mounts)/nyt-$$
remove_groups() {
	find $G -depth -type d -exec rmdir {} +
}
defer remove_groups
mkdir -p $G/shop.service
(echo $BASHPID >$G/shop.service/cgroup.procs && exec perl "$PWD/a.pl") & W=$!
ask /metrics
expect_lines 200
expect_in body nytprof_bpf_
ask '/debug/pprof/profile?seconds=1'
expect_lines 200
run 0 go tool pprof -raw body
expect_out calls/count
for seconds in 0 601 -1 1x '' 99999999999999999999; do
	ask "/debug/pprof/profile?seconds=$seconds"
	expect_lines 400
	expect [ "$(<body)" = 'seconds must be a number from 1 to 600.' ]
done
ask '/debug/pprof/profile?seconds=1&unit=shop'
expect_lines 200
run 0 go tool pprof -raw body
expect_out main::work
ask '/debug/pprof/profile?seconds=1&unit=nobody*'
expect_lines 200
run 0 go tool pprof -raw body
expect_no_out main::work
ask '/debug/pprof/delta?unit=x'
expect_lines 400
ask /debug/pprof/heap
expect_lines 404
run 0 curl -sS -o body -w '%{http_code}\n' -X POST --unix-socket sock http://localhost/debug/pprof/delta
expect_lines 405

# Eight wait at most. Who has gone waits no more when its span ends.
PIDS=()
for i in {1..8}; do
	curl -sS -m 100 -o $i.pb.gz --unix-socket "$PWD/sock" 'http://localhost/debug/pprof/profile?seconds=600' & PIDS+=($!)
done
waiting() {
	ask /metrics
	grep -q "^nytprof_bpf_pulls_waiting $1\$" body
}
await waiting 8
ask '/debug/pprof/profile?seconds=1'
expect_lines 503
kill ${PIDS[0]}
touch end
wait $W
end_all
for pid in ${PIDS[@]:1}; do
	wait $pid
	expect_status 0
done
run 0 go tool pprof -raw 8.pb.gz
expect_out calls/count
expect [ ! -e sock ]

# What is wrong with a path.
touch file
run 1 $AGENT --listen=unix:$PWD/file --all --output-dir=out
expect_one_line 'it is no socket: choose another path'
run 2 $AGENT --listen=unix:sock --all --output-dir=out
expect_one_line '--listen=unix:sock: must be an absolute path'
