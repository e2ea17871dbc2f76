/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that the kernel kills as there is no memory.  It chooses one in whatever thread wants
 * memory; the place is that of the victim's thread when the signal comes to it.
 */
#ifndef NYTPROF_KEVENT_OOM_BPF_H
#define NYTPROF_KEVENT_OOM_BPF_H

#include "nytprof/kevents.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "kevent/place.bpf.h"
#include "kevent/programs.bpf.h"
#include "kevent/sums.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEVENT_VICTIMS);
	__type(key,
	       u32); /* the host's number of a process, or of a thread of it: that differs by kernel */
	__type(value, u32);
} kevent_victims SEC(".maps");

struct trace_event_raw_mark_victim___kevent {
	u32 uid;
} __attribute__((preserve_access_index));

/* It had the number of a thread at first, and has the task itself since 6.9. */
SEC("tp_btf/mark_victim")
int kevent_oom_victim(u64 *ctx)
{
	struct trace_event_raw_mark_victim___kevent *event = NULL;
	u32 victim, one = 1;

	if (bpf_core_field_exists(event->uid))
		victim = BPF_CORE_READ((struct task_struct *)ctx[0], tgid);
	else
		victim = ctx[0];
	bpf_map_update_elem(&kevent_victims, &victim, &one, BPF_ANY);
	return 0;
}

#define SIGNAL_KILL 9 /* include/uapi/asm-generic/signal.h */

static __noinline bool is_victim(void)
{
	u64 ids = bpf_get_current_pid_tgid();
	u32 process = ids >> 32, thread = ids;

	return bpf_map_lookup_elem(&kevent_victims, &process) ||
	       bpf_map_lookup_elem(&kevent_victims, &thread);
}

static __noinline int victim_forget(u32 process, u32 thread)
{
	bpf_map_delete_elem(&kevent_victims, &process);
	bpf_map_delete_elem(&kevent_victims, &thread);
	return 0;
}

/* Each of its threads gets the signal: the first one of perl's counts. */
SEC("tp_btf/signal_deliver")
int BPF_PROG(kevent_oom_kill, int sig)
{
	struct kevent_thread *t;
	struct shadow *sh;

	if (sig != SIGNAL_KILL || !is_victim())
		return 0;
	t = kevent_begin((struct task_struct *)bpf_get_current_task());
	sh = t ? kevent_shadow(t) : NULL;
	if (!sh)
		return 0;
	victim_forget(bpf_get_current_pid_tgid() >> 32, (u32)bpf_get_current_pid_tgid());
	kevent_count(t, sh, kevent_id(KEVENT_OOM_KILL, 0), LOOK_OTHERS_WAIT);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(kevent_oom_exit, struct task_struct *task)
{
	if (process_is_over(task))
		victim_forget(task->tgid, task->pid);
	return 0;
}

#endif
