# A stop is told, and so is a disk that is full.

mkdir -m 700 out
mount -t tmpfs -o size=64k,mode=700 none out
record_worker
start_worker
await value_is calls_total -gt 10
head -c 1M /dev/zero >out/full 2>/dev/null
await value_is 'write_failures_total{reason="no_space"}' -ge 1
rm out/full
last=$(value last_flush_timestamp_seconds)
await value_is last_flush_timestamp_seconds -gt ${last%.*}
run 0 $AGENT ctl stop $A
await value_is recording -eq 0
end_worker
