# One line before anything runs, of each tracepoint that can't be counted.

refused 1 'no such tracepoint; did you mean tracepoint:sched:sched_switch?' --event=tracepoint:sched:sched_swich
refused 1 'did you mean tracepoint:signal:signal_deliver?' --event=tracepoint:signals:signal_deliver
refused 1 'no such tracepoint, or its module is not loaded; /sys/kernel/tracing/available_events lists' \
	--event=tracepoint:no_category:nothing_like_it_anywhere
refused 2 'tracepoint:x: must be tracepoint:CATEGORY:NAME' --event=tracepoint:x
refused 2 'tracepoint:../sched:sched_switch: must be' --event=tracepoint:../sched:sched_switch
refused 2 'use --event=syscalls' --event=tracepoint:syscalls:sys_enter_openat
refused 2 'use --event=syscalls' --event=tracepoint:raw_syscalls:sys_enter
refused 2 'what ftrace writes itself is no tracepoint' --event=tracepoint:ftrace:function
refused 2 '--event: more than 16 tracepoints' --event="$(printf 'tracepoint:a:b%d,' {1..16})tracepoint:a:c"

# Without the right to mount tracefs, where nobody has.
unshare -m bash -c 'umount -q /sys/kernel/tracing /sys/kernel/debug
	exec setpriv --bounding-set=-sys_admin "$@"' - \
	$AGENT --event=tracepoint:sched:sched_switch -- touch ran 2>stderr >stdout
expect_status 1
expect_one_line "tracefs is not mounted on /sys/kernel/tracing, and the agent can't mount it: Operation not permitted"
expect [ ! -e ran ]
