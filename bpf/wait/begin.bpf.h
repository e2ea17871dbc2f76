/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The begin of a wait: where perl is, and what it waits for.
 *
 * The thread that leaves the processor is still the current one, and perl's stacks stand still.  In
 * sample mode they are compared with the shadow as at a tick, which does not count as a sample.
 * Where all is recorded the shadow is up to date.
 */
#ifndef NYTPROF_WAIT_BEGIN_BPF_H
#define NYTPROF_WAIT_BEGIN_BPF_H

#include "nytprof/names.h"
#include "nytprof/sampled.h"
#include "nytprof/waits.h"
#include "config.bpf.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/switched.bpf.h"
#include "kernel/task.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "clock/clock.bpf.h"
#include "control/control.bpf.h"
#include "process/interp.bpf.h"
#include "process/thread.bpf.h"
#include "sample/place.bpf.h"
#include "sample/tick.bpf.h"
#include "wait/object.bpf.h"
#include "wait/sums.bpf.h"

/* ------------------------------------------------------------------------- why */

static __always_inline u32 wait_reason(u32 kind, u32 call)
{
	return kind << 16 | call;
}

/* Why it sleeps, and for what. */
static __always_inline void wait_fill_call(struct wait_key *key, struct task_struct *task)
{
	struct pt_regs *regs = task_registers(task);
	s64 call = regs ? arch_call(regs) : -1;
	bool disk = task_waits_for_disk(task);

	if (call < 0 || call >= WAIT_NO_CALL) {
		key->reason = wait_reason(disk ? WAIT_FAULT_DISK : WAIT_FAULT, WAIT_NO_CALL);
		return;
	}
	key->reason = wait_reason(disk ? WAIT_CALL_DISK : WAIT_CALL, call);
	object_of_call(task, regs, call, &key->object);
}

static __always_inline void wait_fill_reason(struct wait_key *key, struct task_struct *task,
					     u32 state)
{
	__builtin_memset(&key->object, 0, sizeof(key->object));
	if (!state)
		key->reason = wait_reason(WAIT_RUN_QUEUE, WAIT_NO_CALL);
	else if (state & TASK_IS_STOPPED)
		key->reason = wait_reason(WAIT_STOPPED, WAIT_NO_CALL);
	else if (state & TASK_IS_TRACED)
		key->reason = wait_reason(WAIT_TRACED, WAIT_NO_CALL);
	else
		wait_fill_call(key, task);
}

/* ----------------------------------------------------------------------- where */

static __always_inline void wait_fill_place(struct wait_key *key, const struct shadow *sh,
					    const struct place *at)
{
	key->interp = sh->id;
	key->part = sh->part;
	key->file = at ? at->file : 0;
	key->line = at ? at->line : 0;
	key->sub = at && sh->depth ? sh->callee : SUB_RUNTIME;
}

/* The entry of this thread. */
static __always_inline struct waiting *waiting_of(u32 thread, const struct shadow *sh, u32 tgid)
{
	struct waiting *w = bpf_map_lookup_elem(&waitings, &thread);
	struct zeros *z = zeros_get();

	if (w && w->since_ns && w->build == settings.build)
		wait_end_unseen(w);
	if (!w && z) {
		bpf_map_update_elem(&waitings, &thread, &z->waiting, BPF_NOEXIST);
		w = bpf_map_lookup_elem(&waitings, &thread);
	}
	if (!w) {
		loss_count(sh->id, LOSS_WAITS);
		return NULL;
	}
	w->base = sh->base;
	w->tgid = tgid;
	w->build = settings.build;
	w->counted = 0;
	return w;
}

/* at: NULL: not known.  With a stack of its own: see state/state.bpf.h. */
static __noinline int wait_note(struct shadow *sh, const struct place *at, struct task_struct *task)
{
	const struct leaving *l = &sh->work.leaving;
	struct waiting *w = waiting_of(task->pid, sh, l->tgid);

	if (!w)
		return 0;
	wait_fill_place(&w->key, sh, at);
	wait_fill_reason(&w->key, task, l->state);
	w->begun_ns = l->now_ns;
	w->ready_ns = 0;
	barrier();
	w->since_ns = l->now_ns;
	return 0;
}

/* ----------------------------------------------------------------- sample mode */

/*
 * A look at stacks with thousands of calls takes long, and so does the first look at a sub.  So looks
 * of more than 20 us have a budget.  What is more is left out: *paid_ns is when all that there was
 * is paid for.
 */
#define LOOK_LONG_NS 20000

struct look_budget {
	u32 price; /* such looks may take a part of the time: one of so many, */
	u64 ahead_ns; /* and so much besides */
};

/* In the scheduler, and where the thread may have a lock: others wait for the look. */
#define LOOK_OTHERS_WAIT ((struct look_budget){ .price = 30, .ahead_ns = 5000000 })

static __always_inline void look_pay(u64 *paid_ns, u64 wall_ns, u32 price)
{
	u64 look_ns = clock_wall() - wall_ns;

	if (look_ns < LOOK_LONG_NS)
		return;
	if (*paid_ns < wall_ns)
		*paid_ns = wall_ns;
	*paid_ns += look_ns * price;
}

/* Brings the shadow up to date; no tick is counted.  True: its statement is in work.leaf. */
static __always_inline bool look(struct shadow *sh, u64 wall_ns, u64 *paid_ns,
				 struct look_budget budget)
{
	u64 taken_ns = clock_taken(sh);
	bool known = false;

	control_look(sh, tick_clock(sh));
	if (sh->paused)
		tick_close(sh);
	else if (*paid_ns < wall_ns + budget.ahead_ns * budget.price)
		known = !tick_look(sh);
	tick_park(sh, wall_ns, taken_ns);
	look_pay(paid_ns, wall_ns, budget.price);
	return known;
}

/* Only the main thread of a perl without threads runs it, as far as that can be known. */
static __always_inline bool wait_is_of_perl(const struct sampled *s, u32 tgid, u32 tid)
{
	return s->build == settings.build && (s->how == SAMPLED_KEY || tid == tgid);
}

static __always_inline void wait_begin_sampled(struct task_struct *task, u32 state)
{
	u64 ids = current_ids(), base, now_ns;
	u32 tgid = ids >> 32;
	const struct sampled *s = bpf_map_lookup_elem(&sampled, &tgid);
	struct shadow *sh;
	bool known;

	if (!s || !wait_is_of_perl(s, tgid, (u32)ids) ||
	    !sampled_base(s, arch_thread_pointer(task), &base) || walk_loses(base, LOSS_WAITS))
		return;
	now_ns = clock_wall();
	sh = shadow_get(base, now_ns);
	if (!sh || sh->over)
		return;
	sh->work.leaving = (struct leaving){ .now_ns = now_ns, .state = state, .tgid = tgid };
	known = look(sh, now_ns, &sh->wait_look_ns, LOOK_OTHERS_WAIT);
	if (!sh->paused)
		wait_note(sh, known ? &sh->work.leaf.at : NULL, task);
}

/* ------------------------------------------------------------------ trace mode */

/*
 * Here a wait for a processor is in no time.  In the middle of a probe's program the thread waits
 * for nothing else.
 */
static __always_inline void wait_begin_traced(struct task_struct *task, u32 state)
{
	u64 ids = state ? current_ids() : 0;
	struct shadow *sh;

	if (!ids)
		return;
	sh = shadow_of_thread(ids >> 32, (u32)ids);
	if (!sh || sh->over || sh->paused || sh->parked_ns)
		return;
	sh->work.leaving =
		(struct leaving){ .now_ns = clock_wall(), .state = state, .tgid = ids >> 32 };
	wait_note(sh, sh->stmt.file ? &sh->stmt : NULL, task);
}

/* ------------------------------------------------------------------------- all */

#define TASK_IS_EXITING 4 /* include/linux/sched.h, PF_EXITING */

static __always_inline void wait_begin(struct task_struct *task, bool preempted)
{
	u32 state = preempted ? 0 : task_state(task);

	if (!BPF_CORE_READ(task, mm) || BPF_CORE_READ(task, flags) & TASK_IS_EXITING)
		return;
	if (settings.sample_ns)
		wait_begin_sampled(task, state);
	else
		wait_begin_traced(task, state);
}

#endif
