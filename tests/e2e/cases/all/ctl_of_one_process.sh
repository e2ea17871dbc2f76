# ctl knows by its pid who is recorded, and not who is turned away by a filter.

put_workers yes.pl no.pl
record_all --match=$PWD/yes.pl
UP=no perl "$PWD/no.pl" & N=$!
perl "$PWD/yes.pl" & W=$!
seen $W
await [ -e no ]
sleep 0.5

# How many lines of the answer are of the agent, or of the process.
answers() {
	$AGENT ctl status $1 2>&1 | grep -c "^recorder $A:\|^$W .*/yes.pl: on, "
}
both_answer() { [ "$(answers $W)" = 2 ]; }
await both_answer
run 0 $AGENT ctl flush $W
expect_out "/yes_pl.$W."
expect [ "$(answers $N)" = 0 ]
touch end
wait $W $N
nobody_answers() { [ "$(answers $W)" = 0 ]; }
await nobody_answers
end_all
