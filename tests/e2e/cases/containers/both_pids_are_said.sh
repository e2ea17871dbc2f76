# The host's number of a process and the container's own are both said.

start_container
$AGENT -o c.out -p $P 2>said & A=$!
recording said
await records $P
run 0 $AGENT ctl status $A
expect grep -q "^$P ($INSIDE in its container)" stdout
kill -INT $A
wait $A
expect grep -aq "process $P (to itself $INSIDE)" c.out
end_container
