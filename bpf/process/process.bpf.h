/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes end, or execute another program, and with them their interpreters.
 */
#ifndef NYTPROF_PROCESS_PROCESS_BPF_H
#define NYTPROF_PROCESS_PROCESS_BPF_H

#include "nytprof/events.h"
#include "nytprof/filter.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/maps.bpf.h"
#include "state/notice.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "clock/clock.bpf.h"
#include "process/end.bpf.h"
#include "process/thread.bpf.h"

/* perl_free: the interpreter at this address ends here. */
static __always_inline void interp_over(u64 base)
{
	u64 pid_tgid = current_ids();
	struct shadow_key key = { .base = base, .tgid = pid_tgid >> 32 };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);

	if (!sh)
		return;
	process_todo(key.tgid, TODO_FREED);
	shadow_end(key.base, key.tgid, END_FREE, 0, END_FRAMES);
}

struct process_end {
	u32 tgid;
	u32 how;
	u32 code;
};

static long interp_end_one(void *map, const struct shadow_key *key, struct shadow *sh, void *arg)
{
	const struct process_end *end = arg;

	if (key->tgid == end->tgid)
		shadow_end(key->base, end->tgid, end->how, end->code, END_FRAMES_EACH);
	return 0;
}

/*
 * A process ends, and with it the interpreters that do not run. If several threads see the end, the
 * one that removes the entry does the work.
 */
static __always_inline void process_end_interps(u32 tgid, u32 how, u32 code)
{
	struct process_end end = { .tgid = tgid, .how = how, .code = code };
	u32 *known = bpf_map_lookup_elem(&process_todos, &tgid), what;

	if (!known)
		return;
	what = *known;
	if (bpf_map_delete_elem(&process_todos, &tgid))
		return;
	if (what & TODO_PARKED)
		bpf_for_each_map_elem(&shadows, interp_end_one, &end, 0);
	event_send(EVENT_END, tgid, 0, how);
}

/* The process executes a program: its interpreters have ended. */
static __always_inline void process_execed(u32 tgid, u32 old_tid)
{
	struct shadow *sh = shadow_of_thread(tgid, old_tid);
	u32 *target = bpf_map_lookup_elem(&targets, &tgid);

	if (sh)
		shadow_end(sh->base, tgid, END_EXEC, 0, END_FRAMES);
	bpf_map_delete_elem(&threads, &old_tid);
	process_end_interps(tgid, END_EXEC, 0);
	switcher_over(tgid);
	if (target && *target == TARGET_REFUSED)
		bpf_map_delete_elem(&targets, &tgid);
	else if (target)
		event_send(EVENT_EXEC, tgid, 0, 0);
}

struct unlisted {
	u32 tgid;
	u32 tid;
};

static long unlisted_park_one(void *map, const struct shadow_key *key, struct shadow *sh, void *arg)
{
	const struct unlisted *thread = arg;

	if (key->tgid != thread->tgid || sh->unlisted != thread->tid)
		return 0;
	sh->unlisted = 0;
	shadow_park(sh, clock_wall());
	return 1;
}

/* Stops the interpreter of a thread that ends, if there was no room for the thread. */
static __always_inline void unlisted_park(u32 tgid, u32 tid)
{
	struct unlisted thread = { .tgid = tgid, .tid = tid };
	u32 *known = bpf_map_lookup_elem(&process_todos, &tgid);

	if (known && *known & TODO_UNLISTED)
		bpf_for_each_map_elem(&shadows, unlisted_park_one, &thread, 0);
}

/*
 * A thread ends, in any way. Either its process ends with it, or its interpreter stays, and none of
 * it runs.
 */
static __always_inline void thread_exited(u32 tgid, u32 tid, u32 code, bool last)
{
	struct shadow *sh = shadow_of_thread(tgid, tid);

	if (sh && sh->tid == tid) {
		if (!last && !process_todo(tgid, TODO_PARKED))
			shadow_park(sh, clock_wall());
		else
			shadow_end(sh->base, tgid, END_EXIT, code, END_FRAMES);
	} else if (!sh && !last) {
		unlisted_park(tgid, tid);
	}
	bpf_map_delete_elem(&threads, &tid);
}

static __always_inline void process_ended(u32 tgid, u32 code)
{
	process_end_interps(tgid, END_EXIT, code);
	bpf_map_delete_elem(&targets, &tgid);
	switcher_over(tgid);
}

#endif
