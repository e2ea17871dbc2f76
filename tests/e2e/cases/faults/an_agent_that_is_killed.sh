# Behind an agent that is killed, the next one cleans up.

start_worker
record_all --match=$PWD
await any "out/*.$P.*"
socket=/run/nytprof-bpf/$A.sock
expect [ -e $socket ]
stop $A
echo rest >out/.nytprof-bpf.12345678.tmp
record_all --match=$PWD --interval=60
await records $P
expect kill -0 $P
end_worker
end_all
expect [ "$(ls -A out | grep -c tmp)" = 0 ]
expect [ ! -e $socket ]
expect [ "$(ls out/*.$P.* | wc -l)" = 2 ]

# And the command of one is unharmed.
mounts=$(wc -l </proc/self/mounts)
cp "$SUITE/worker.pl" killed.pl
$AGENT -- perl killed.pl end >worked & A=$!
runs() {
	P=$(pgrep -nf '^perl killed.pl end')
}
await runs
await records $P
stop $A
expect kill -0 $P
touch end
await grep -q worked worked
is_over() {
	! kill -0 $P
}
await is_over
expect [ $mounts -ge "$(wc -l </proc/self/mounts)" ]
