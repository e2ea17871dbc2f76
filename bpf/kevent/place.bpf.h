/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where perl is when an event of the kernel comes, in the thread that it comes in.
 *
 * Where all is recorded the shadow is up to date.  In sample mode it is compared with perl's stacks,
 * as at a wait (wait/begin.bpf.h).  Other than there, the look can be interrupted: by a tick, and by
 * another event.  An event is counted as lost then.
 */
#ifndef NYTPROF_KEVENT_PLACE_BPF_H
#define NYTPROF_KEVENT_PLACE_BPF_H

#include "nytprof/kevents.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/sampled.h"
#include "config.bpf.h"
#include "arch/arch.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/host.bpf.h"
#include "calls/frame.bpf.h"
#include "clock/clock.bpf.h"
#include "process/interp.bpf.h"
#include "process/thread.bpf.h"
#include "sample/place.bpf.h"
#include "sample/walk.bpf.h"
#include "wait/begin.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, KEVENT_THREADS);
	__type(key, u32); /* the host's number of a thread */
	__type(value, struct kevent_thread);
} kevent_threads SEC(".maps");

static __always_inline struct kevent_thread *kevent_thread_at(u32 thread)
{
	return bpf_map_lookup_elem(&kevent_threads, &thread);
}

static __always_inline struct kevent_thread *kevent_thread_get(u32 thread, const struct shadow *sh)
{
	struct kevent_thread *t = kevent_thread_at(thread);
	struct zeros *z = zeros_get();

	if (!t && z) {
		bpf_map_update_elem(&kevent_threads, &thread, &z->kevent_thread, BPF_NOEXIST);
		t = kevent_thread_at(thread);
	}
	if (!t || t->busy) {
		loss_count(sh->id, LOSS_KEVENTS);
		return NULL;
	}
	return t;
}

/* --------------------------------------------------------------------- which perl */

static __always_inline struct shadow *kevent_sampled(struct task_struct *task, u64 ids)
{
	u32 tgid = ids >> 32;
	const struct sampled *s = bpf_map_lookup_elem(&sampled, &tgid);
	u64 base;

	if (!s || !wait_is_of_perl(s, tgid, (u32)ids) ||
	    !sampled_base(s, arch_thread_pointer(task), &base) || walk_loses(base, LOSS_KEVENTS))
		return NULL;
	return shadow_get(base, clock_wall());
}

/*
 * NULL: it is of no perl, or not wanted.  What is no part of a look is not inlined, here and below:
 * a look needs all of the stack but 64 bytes (Linux 6.1).
 */
static __noinline struct kevent_thread *kevent_begin(struct task_struct *task)
{
	struct kevent_thread *t;
	struct shadow *sh;
	u64 ids = current_ids(), begun_ns = clock_wall();

	if (!ids || BPF_CORE_READ(task, flags) & TASK_IS_EXITING)
		return NULL;
	sh = settings.sample_ns ? kevent_sampled(task, ids) : shadow_of_thread(ids >> 32, (u32)ids);
	if (!sh || sh->paused)
		return NULL;
	t = kevent_thread_get(BPF_CORE_READ(task, pid), sh);
	if (!t)
		return NULL;
	t->begun_ns = begun_ns;
	t->base = sh->base;
	t->tgid = ids >> 32;
	return t;
}

static __noinline struct shadow *kevent_shadow(const struct kevent_thread *t)
{
	return shadow_at(t->base, t->tgid);
}

/* --------------------------------------------------------------------------- where */

struct sched_entity___kevent {
	u64 sum_exec_runtime;
	u64 nr_migrations;
} __attribute__((preserve_access_index));

struct task_struct___kevent {
	unsigned long nvcsw;
	struct sched_entity___kevent se;
} __attribute__((preserve_access_index));

/*
 * Of a thread that has too many of them the rest is only counted.  By its time on a processor, which
 * the kernel brings up to date at each of its ticks.
 */
static __noinline bool kevent_floods(struct kevent_thread *t)
{
	struct task_struct___kevent *task = (void *)bpf_get_current_task();
	u64 now_ns = BPF_CORE_READ(task, se.sum_exec_runtime);

	if (now_ns - t->window_ns > KEVENT_WINDOW_NS) {
		t->window_ns = now_ns;
		t->window_cnt = 0;
	}
	return t->window_cnt++ >= KEVENT_WINDOW;
}

static __always_inline void kevent_no_object(struct kevent_key *key)
{
	__builtin_memset(&key->object, 0, sizeof(key->object));
}

static __always_inline void kevent_nowhere(struct kevent_key *key, u32 why)
{
	kevent_no_object(key);
	key->node = 0;
	key->file = key->line = 0;
	key->sub = why;
}

/* How many calls are open: one that was left is still in the shadow. */
static __always_inline u32 kevent_depth(const struct shadow *sh)
{
	return sh->depth - (sh->depth && sh->top_flags & FRAME_LEFT);
}

/* In no sub, it is the program itself that is compiled: what a BEGIN block loads is in that. */
static __noinline bool kevent_compiles(const struct shadow *sh)
{
	return user_u32(sh->base + layout.Iphase) == layout.PERL_PHASE_INIT - PHASES_INIT_TO_START;
}

/* at: NULL: no statement is known. */
static __noinline void kevent_set_place(struct kevent_key *key, struct shadow *sh,
					const struct place *at)
{
	u32 depth = kevent_depth(sh);
	const struct frame *f = depth == sh->depth || !depth ? NULL : frame_at(sh, depth - 1);

	if (!depth && kevent_compiles(sh)) {
		kevent_nowhere(key, KEVENT_IN_PERL);
		return;
	}
	key->node = f ? f->node : depth ? sh->node : NODE_ROOT;
	key->sub = f ? f->callee : depth ? sh->callee : SUB_RUNTIME;
	key->file = at ? at->file : 0;
	key->line = at ? at->line : 0;
}

static __always_inline void kevent_place_traced(struct kevent_key *key, struct shadow *sh)
{
	bool known = settings.want_stmts && sh->stmt.file;

	if (sh->over || (settings.want_stmts && !known && !kevent_depth(sh)))
		kevent_nowhere(key, KEVENT_IN_PERL);
	else
		kevent_set_place(key, sh, known ? &sh->stmt : NULL);
}

/*
 * Nobody but the program waits: a quarter of its time.  One that compiles meets a sub for the first time
 * at nearly each event.
 */
#define LOOK_OWN_TIME ((struct look_budget){ .price = 4, .ahead_ns = 100000000 })

static __always_inline void kevent_place_sampled(struct kevent_thread *t, struct kevent_key *key,
						 struct shadow *sh, u64 now_ns,
						 struct look_budget budget)
{
	bool known;

	if (sh->over) {
		kevent_nowhere(key, KEVENT_IN_PERL);
		return;
	}
	walk_set_busy(true);
	known = look(sh, now_ns, &t->look_ns, budget);
	walk_set_busy(false);
	if (known)
		kevent_set_place(key, sh, &sh->work.leaf.at);
	else
		kevent_nowhere(key, sh->depth ? KEVENT_UNKNOWN : KEVENT_IN_PERL);
}

static __noinline void kevent_key_begin(struct kevent_key *key, const struct shadow *sh)
{
	key->interp = sh->id;
	key->part = sh->part;
	kevent_no_object(key);
}

/* Not a function of its own: what a look calls is eight calls deep already, which is all there is. */
static __always_inline void kevent_place(struct kevent_thread *t, struct shadow *sh,
					 struct kevent_key *key, struct look_budget budget)
{
	kevent_key_begin(key, sh);
	if (kevent_floods(t))
		kevent_nowhere(key, KEVENT_FLOOD);
	else if (settings.sample_ns)
		kevent_place_sampled(t, key, sh, clock_wall(), budget);
	else
		kevent_place_traced(key, sh);
}

#endif
