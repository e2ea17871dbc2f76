/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads, and the interpreters that run on them.
 *
 * Nearly always an interpreter has a thread to itself. There are three exceptions: perl_clone calls
 * CLONE methods of the interpreter that it makes; a join runs the destructors of an interpreter
 * that has ended; and a program may have several interpreters (perlembed), which take turns or call
 * each other.
 *
 * So each thread has a list of its interpreters, innermost last. The shadow of the innermost one
 * has the thread's id. An event of another interpreter takes the thread over: the clock of the one
 * that ran stops until its own next event. So each moment counts for one interpreter only. What one
 * interpreter calls in another is not in its own times, and the sum of all is not more than the
 * thread's time. An event of the interpreter that has the thread costs nothing extra, since
 * shadow.tid shows that.
 *
 * A thread that ends leaves its interpreter behind, with its clock stopped. Whoever joins the
 * thread runs the destructors. Interpreters that nobody freed end with their process.
 *
 * A thread for which there is no room is a loss. Its interpreter is recorded nevertheless: each
 * event asks for room again. When the thread or the process ends, its interpreters are found by
 * walking the shadows.
 */
#ifndef NYTPROF_PROCESS_THREAD_BPF_H
#define NYTPROF_PROCESS_THREAD_BPF_H

#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "clock/clock.bpf.h"
#include "calls/shadow.bpf.h"

/*
 * The address of its innermost interpreter, if it has one. The address of an unthreaded perl may be
 * 0.
 */
static __always_inline u64 thread_top(const struct thread *t)
{
	u32 cnt = t->cnt;

	return t->bases[(cnt - 1) % THREAD_INTERPS];
}

static __always_inline bool thread_top_is(const struct thread *t, u64 base)
{
	return t->cnt && thread_top(t) == base;
}

__noinline int thread_remove(struct thread *t, u64 base)
{
	u32 i, cnt, left = 0;

	if (!t)
		return 0;
	cnt = t->cnt;
	for (i = 0; i < THREAD_INTERPS; i++) {
		u64 other = t->bases[i];

		if (i < cnt && other != base)
			t->bases[left++ % THREAD_INTERPS] = other;
	}
	t->cnt = left;
	return 0;
}

/*
 * Makes it the innermost interpreter. If it is in the list already, the ones within it have
 * returned.
 */
static __always_inline void thread_push(struct thread *t, u64 base)
{
	u32 i, cnt = t->cnt;

	for (i = 0; i < THREAD_INTERPS; i++) {
		if (i < cnt && t->bases[i] == base) {
			t->cnt = i + 1;
			return;
		}
	}
	if (cnt >= THREAD_INTERPS) { /* forget the outermost one */
		thread_remove(t, t->bases[0]);
		cnt = THREAD_INTERPS - 1;
	}
	t->bases[cnt % THREAD_INTERPS] = base;
	t->cnt = cnt + 1;
}

/* What is to be done when this process ends: TODO_*. */
static __always_inline long process_todo(u32 tgid, u32 what)
{
	u32 *known = bpf_map_lookup_elem(&process_todos, &tgid);

	if (!known && !bpf_map_update_elem(&process_todos, &tgid, &what, BPF_NOEXIST))
		return 0;
	known = known ?: bpf_map_lookup_elem(&process_todos, &tgid); /* another thread was first */
	if (!known)
		return -1;
	__sync_fetch_and_or(known, what);
	return 0;
}

/* Stops its clock, if that runs. The current task has run it so far. */
static __always_inline void shadow_park(struct shadow *sh, u64 wall_ns)
{
	clock_wait(sh, wall_ns);
	sh->tid = 0;
	if (!sh->parked_ns)
		sh->parked_ns = wall_ns;
}

/* Restarts its clock. The current task runs it from now on. */
static __always_inline void shadow_unpark(struct shadow *sh, u32 tid, u64 wall_ns)
{
	u64 parked = sh->parked_ns;

	clock_wait_from_here(sh);
	if (parked) {
		sh->overhead_ns += wall_ns - parked;
		sh->away_ns += wall_ns - parked;
	}
	sh->parked_ns = 0;
	sh->trap.costs.cost = 0; /* what goes by until its next one is no measure */
	sh->tid = tid;
}

/* There is no room for the thread of this interpreter. */
static __noinline int thread_unlisted(struct shadow *sh, u32 tgid, u32 tid, u64 wall_ns)
{
	loss_count(sh->id, LOSS_THREADS);
	process_todo(tgid, TODO_PARKED | TODO_UNLISTED);
	shadow_unpark(sh, 0, wall_ns);
	sh->unlisted = tid;
	return 0;
}

/* The last event of this thread was of another interpreter. */
__noinline int thread_run(struct shadow *sh, u32 tgid, u32 tid, u64 wall_ns)
{
	struct thread *t = bpf_map_lookup_elem(&threads, &tid), none = {};
	struct shadow *other;

	if (!sh)
		return 0;
	if (!t) {
		bpf_map_update_elem(&threads, &tid, &none, BPF_NOEXIST);
		t = bpf_map_lookup_elem(&threads, &tid);
	}
	if (!t)
		return thread_unlisted(sh, tgid, tid, wall_ns);
	if (!thread_top_is(t, sh->base)) {
		other = t->cnt ? shadow_at(thread_top(t), tgid) : NULL;
		if (other && other->tid == tid) {
			clock_charge_trap(other);
			shadow_park(other, wall_ns);
			process_todo(tgid, TODO_PARKED);
		}
		thread_push(t, sh->base);
	} else {
		sh->parked_ns = 0; /* two threads came at the same time */
	}
	shadow_unpark(sh, tid, wall_ns);
	sh->unlisted = 0;
	return 0;
}

/* An interpreter has ended. The one around it goes on. */
static __always_inline int thread_release(struct shadow *sh, u32 tgid, u64 wall_ns)
{
	u32 tid = sh->tid;
	struct thread *t = bpf_map_lookup_elem(&threads, &tid);
	bool had = t && thread_top_is(t, sh->base);
	struct shadow *outer;

	if (!t)
		return 0;
	thread_remove(t, sh->base);
	outer = had && t->cnt ? shadow_at(thread_top(t), tgid) : NULL;
	if (outer && !outer->tid)
		shadow_unpark(outer, tid, wall_ns);
	return 0;
}

/*
 * Recording of the interpreter stops, though it may run on. That time counts for the one around it.
 */
static __noinline int thread_give_back(struct shadow *sh)
{
	u32 tid = sh->tid;
	struct thread *t = bpf_map_lookup_elem(&threads, &tid);
	u64 wall_ns = clock_wall();

	if (!t || t->cnt < 2)
		return 0;
	thread_release(sh, current_ids() >> 32, wall_ns);
	shadow_park(sh, wall_ns);
	return 0;
}

/*
 * The i-th interpreter of a thread, counted from the innermost, if it still exists. Only the
 * innermost one has the thread's id.
 */
static __always_inline struct shadow *thread_nth(const struct thread *t, u32 i, u32 tgid, u32 tid)
{
	u32 cnt = t->cnt;
	struct shadow *sh = i < cnt ? shadow_at(t->bases[(cnt - i - 1) % THREAD_INTERPS], tgid) :
				      NULL;

	return sh && sh->tid == (i ? 0 : tid) ? sh : NULL;
}

/* The interpreter that ran last on a thread; NULL: none. */
static __always_inline struct shadow *shadow_of_thread(u32 tgid, u32 tid)
{
	struct thread *t = bpf_map_lookup_elem(&threads, &tid);

	return t ? thread_nth(t, 0, tgid, tid) ?: thread_nth(t, 1, tgid, tid) : NULL;
}

/*
 * A C function returns to perl: to the interpreter that ran last, or to one around it if only that
 * one has called a function.
 */
static __noinline struct shadow *shadow_returned_to(u32 tgid, u32 tid, u64 wall_ns)
{
	struct thread *t = bpf_map_lookup_elem(&threads, &tid);
	struct shadow *sh;
	u32 i;

	if (!t || t->cnt < 2)
		return t ? thread_nth(t, 0, tgid, tid) : NULL;
	for (i = 0; i < THREAD_INTERPS; i++) {
		sh = thread_nth(t, i, tgid, tid);
		if (!sh || !(sh->top_flags & FRAME_XSUB))
			continue;
		if (i)
			thread_run(sh, tgid, tid, wall_ns);
		return sh;
	}
	return shadow_of_thread(tgid, tid);
}

/* A thread creates another one, which may run a clone of the first one's interpreter. */
static __always_inline void thread_created(u32 tgid, u32 creator, u32 tid)
{
	struct shadow *sh = shadow_of_thread(tgid, creator);
	struct thread new = {};

	if (!sh)
		return;
	new.from = sh->id;
	if (bpf_map_update_elem(&threads, &tid, &new, BPF_ANY))
		loss_count(sh->id, LOSS_THREADS);
}

/* The id of the interpreter that a new one on this thread may be a clone of; 0: none. */
static __always_inline u32 thread_original(u32 tgid, u32 tid)
{
	struct thread *t = bpf_map_lookup_elem(&threads, &tid);
	struct shadow *sh = shadow_of_thread(tgid, tid);

	return sh ? sh->id : t ? t->from : 0;
}

#endif
