# Many agents, and a receiver that fails for a third of the requests: what it has taken is what was recorded.
# FLEET=50 makes it so many agents.

start_receiver pyroscope
fail_sometimes() {
	local nr
	while [ ! -e stop ]; do
		nr=$(ls | grep -c '^head')
		if [ $((nr % 3)) = 2 ]; then echo "503 Retry-After: 1" >behave; else : >behave; fi
		sleep 0.02
	done
	rm -f behave
}
fail_sometimes & F=$!
for i in $(seq ${FLEET:-12}); do
	ROUNDS=$((100 + i)) $AGENT -q --push=$RECEIVER --push-queue=$PWD/queue --label=host=web$i -o $i.out -- perl a.pl 2>said.$i &
	while [ "$(jobs -rp | wc -l)" -ge 6 ]; do wait -n; done # with the receiver and its moods
done
while [ "$(jobs -rp | wc -l)" -gt 2 ]; do wait -n; done
touch stop
wait $F
expect [ "$(ls count.* | wc -l)" = ${FLEET:-12} ]
# Whoever comes next sends what is left.
ROUNDS=50 push -o last.out
expect [ "$(queued)" = 0 ]
expect [ "$(called pyroscope main::work)" = "$(counted)" ]
end_receiver
