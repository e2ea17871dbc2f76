# A receiver that is down, fails or hangs: nothing is lost, also over the end of the agent.

export ROUNDS=200
start_receiver pyroscope
export PORT=${RECEIVER##*:}
cnt=0
for how in '500' '429 Retry-After: 1000' page '302 Location: http://127.0.0.1:1/x'; do
	echo "$how" >behave
	push -o a.out
	cnt=$((cnt + 1))
	expect_err "push: $cnt profile"
	expect_err "in $PWD/queue"
	expect_no_err $'\e'
done
expect_err 'it redirects to http://127.0.0.1:1/x, which is not followed'

# A request that hangs does not keep the program, nor the agent for longer than seconds.
echo hang >behave
push -o a.out
expect_err 'push: 5 profiles wait'

# Nobody listens.
kill $R
wait $R
push -o a.out
expect_err 'push: 6 profiles wait'
expect_err "$RECEIVER can't be sent to: "
expect [ "$(queued)" = 6 ]

# It is up again. What waits for another tenant is not sent.
rm behave
start_receiver pyroscope
push --push-tenant=another -o a.out
expect_err 'push: sent 1 profile to'
expect [ "$(queued)" = 6 ]
expect grep -q '^X-Scope-OrgID: another' head.1
push -o a.out
expect_err 'push: sent 7 profiles to'
expect [ "$(queued)" = 0 ]
expect [ "$(called pyroscope main::work)" = "$(counted)" ]
end_receiver
