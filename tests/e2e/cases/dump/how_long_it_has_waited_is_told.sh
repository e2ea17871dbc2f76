# The time that a thread has waited grows as the clock does.

waiter clock_nanosleep 'sleep 1234'
seconds_waited() {
	"$AGENT" dump --json --pid "$server" | sed -n 's/.*"since_s":\([0-9.]*\)}.*/\1/p'
}
first=$(seconds_waited)
before=$(awk '{ print $1 }' /proc/uptime)
await eval '[ $(awk "{ print (\$1 > $before + 1) }" /proc/uptime) = 1 ]'
second=$(seconds_waited)
after=$(awk '{ print $1 }' /proc/uptime)
# The kernel's count of a task's time leaves out interrupts.
expect_that "$second - $first > 0.8 && $second - $first < $after - $before + 0.2"
stop "$server"
