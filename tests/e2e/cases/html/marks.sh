# What is less than its error has a mark: on the page what has one in the terminal, and nothing else.

record_work
# With an error of 0.2 us, the lines that run often have one.
sed 's/^# agent_probe_ns=.*/# agent_probe_ns=4000/' ours.out >marked.out
page marked
expect_in marked.html 'about 0.20us for each probe; ~ marks a time below the error of its probes'
expect_in marked.html '<td class="number">~'
( $AGENT report --limit=999 marked.out; $AGENT report --all-lines --source a.pl marked.out ) >terminal.txt 2>stderr
expect_status 0
browse marks marked.html terminal.txt

# Without a price nothing has.
sed '/^# agent_probe_ns=/d' ours.out >unknown.out
page unknown
expect_not_in unknown.html 'marks a time'
expect_not_in unknown.html '<td class="number">~'
