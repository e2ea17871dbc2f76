/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The programs that record waits; they are loaded with --off-cpu only. */
#ifndef NYTPROF_WAIT_PROGRAMS_BPF_H
#define NYTPROF_WAIT_PROGRAMS_BPF_H

#include "nytprof/waits.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/switched.bpf.h"
#include "clock/clock.bpf.h"
#include "wait/begin.bpf.h"
#include "wait/sums.bpf.h"

/* In each object: it knows the perls of one build. */
SEC("tp_btf/sched_switch")
int BPF_PROG(wait_switch, bool preempted, struct task_struct *prev, struct task_struct *next)
{
	u32 thread = next->pid;
	struct waiting *w = bpf_map_lookup_elem(&waitings, &thread);

	if (w && w->since_ns && w->build == settings.build)
		wait_end(w);
	if (prev->pid)
		wait_begin(prev, preempted);
	return 0;
}

/*
 * From here on it waits for a processor.  The kernel's own note of that (sched_info.last_queued) is too
 * early where a task was moved to another processor in its sleep (kernel/sched/core.c, 6.12 to 6.18:
 * a task whose dequeue is delayed is enqueued again).
 */
SEC("tp_btf/sched_wakeup")
int BPF_PROG(wait_wakeup, struct task_struct *task)
{
	u32 thread = task->pid;
	struct waiting *w = bpf_map_lookup_elem(&waitings, &thread);

	if (w && w->since_ns && !w->ready_ns)
		w->ready_ns = clock_wall();
	return 0;
}

/* A thread ends, and its number may be another's soon. */
SEC("tp_btf/sched_process_exit")
int BPF_PROG(wait_exit, struct task_struct *task)
{
	u32 thread = task->pid;

	bpf_map_delete_elem(&waitings, &thread);
	return 0;
}

/* The thread that executes a program has had this number. */
SEC("tp_btf/sched_process_exec")
int BPF_PROG(wait_exec, struct task_struct *task, pid_t old_pid)
{
	u32 thread = old_pid;

	bpf_map_delete_elem(&waitings, &thread);
	return 0;
}

struct bpf_map;

static long charge_one(struct bpf_map *map, const u32 *thread, struct waiting *w, u64 *now_ns)
{
	struct shadow_key at = { .base = w->base, .tgid = w->tgid };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &at);

	wait_so_far(w, *now_ns);
	if (sh)
		sh->wait_entries = 0;
	return 0;
}

/*
 * Never attached: user space runs it before it collects the sums, so that waits that are not over
 * are in them up to now.
 */
SEC("raw_tp/wait_charge_all")
int wait_charge_all(struct bpf_raw_tracepoint_args *ctx)
{
	u64 now_ns = clock_wall();

	bpf_for_each_map_elem(&waitings, charge_one, &now_ns, 0);
	return 0;
}

#endif
