# What is less than its error has a mark: on the page what has one in the terminal, and nothing else.

record_work
# The line that runs most has a mark, others none: an error of 0.2 us, or more where a trap takes long.
price=$(profile ours.out | awk '$1 == "line" && $2 ~ /\/a\.pl:4$/ { ns = $4 / $3 * 1e9; print (ns * 28 > 4000 ? int(ns * 28) : 4000) }')
sed "s/^# agent_probe_ns=.*/# agent_probe_ns=$price/" ours.out >marked.out
page marked
expect_in marked.html ' for each probe; ~ marks a time below the error of its probes'
expect_in marked.html '<td class="number">~'
( $AGENT report --limit=999 marked.out; $AGENT report --all-lines --source a.pl marked.out ) >terminal.txt 2>stderr
expect_status 0
browse marks marked.html terminal.txt

# Without a price nothing has.
sed '/^# agent_probe_ns=/d' ours.out >unknown.out
page unknown
expect_not_in unknown.html 'marks a time'
expect_not_in unknown.html '<td class="number">~'
