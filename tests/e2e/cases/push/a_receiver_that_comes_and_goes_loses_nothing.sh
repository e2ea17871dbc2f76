# While the program runs the receiver breaks off, answers with garbage and with errors, and the agent is killed.

start_receiver pyroscope
fails() {
	local nr
	echo "$1" >behave
	nr=$(ls | grep -c '^head')
	await more_heads "$nr"
}
more_heads() {
	[ "$(ls | grep -c '^head')" -gt $1 ]
}
$AGENT --push=$RECEIVER --push-queue=$PWD/queue --interval=1 -o a.out -- perl a.pl 2>said & A=$!
await has_taken 1
for how in cut garbage 503; do
	fails "$how"
done
rm behave
await has_taken 5
await grep -q "push: $RECEIVER takes profiles again" said

# What was recorded but not handed over goes with the agent, and what was handed over does not.  The process
# that sends tries for some seconds more; then it lets go of what it could not send.
sender=$(pgrep -P $A -x nytprof-push)
has_ended() { ! kill -0 $sender; } 2>/dev/null
fails 500
kill -9 $A
wait $A 2>/dev/null
touch end
await any 'count.*'
await has_ended
rm behave end
before=$(called pyroscope main::work)
export ROUNDS=300
push -o a.out
expect [ "$(queued)" = 0 ]
expect [ "$(called pyroscope main::work)" -ge $((before + 300)) ]
expect [ "$(called pyroscope main::work)" -le "$(counted)" ]
end_receiver
