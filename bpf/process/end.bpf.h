/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The end of an interpreter: its open calls are closed, and its memory is freed.
 *
 * Nearly all ends are seen in tracepoints, where the processor can do nothing else, and a program
 * may have a million open calls. So a step is limited, to a millisecond at most. The rest goes to
 * the map endings. The agent runs further steps (interp_wind_up) before it takes the last counts of
 * the interpreter.
 */
#ifndef NYTPROF_PROCESS_END_BPF_H
#define NYTPROF_PROCESS_END_BPF_H

#include "nytprof/events.h"
#include "nytprof/frames.h"
#include "nytprof/interp.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/maps.bpf.h"
#include "state/notice.bpf.h"
#include "state/state.bpf.h"
#include "clock/clock.bpf.h"
#include "clock/own.bpf.h"
#include "stmts/stmt.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/stack.bpf.h"
#include "process/interp.bpf.h"
#include "process/thread.bpf.h"

/*
 * The limits of one step: calls closed, if one interpreter ends and if many end; and pages freed.
 */
#define END_FRAMES	512
#define END_FRAMES_EACH 32
#define END_PAGES	512

/*
 * Threads of one process that exit at the same time see each other's interpreters, and each may be
 * the last thread. Only one of them gets the entry of an interpreter, and ends it. NULL: another
 * one has it. The claim is not in the shadow, whose memory may belong to another interpreter as
 * soon as it is deleted.
 */
static __always_inline struct interp *interp_claim(u32 id, u32 tgid)
{
	struct interp *in = bpf_map_lookup_elem(&interps, &id);

	if (!in || in->tgid != tgid || __sync_val_compare_and_swap(&in->claimed, 0, 1))
		return NULL;
	return in;
}

/*
 * For a process that was forked to execute a program. The parent's calls go on in the parent, and
 * count there.
 */
static __always_inline void close_uncounted(struct shadow *sh)
{
	struct frame *f = frame_top(sh);

	if (f && f->start_ns == sh->forked_ns)
		f->flags |= FRAME_SEEDED;
}

static int close_one(u32 i, void *arg)
{
	struct stack_walk *w = arg;

	if (!w->sh->depth) {
		w->done = stack_next(w);
		return w->done;
	}
	if (w->sh->execed)
		close_uncounted(w->sh);
	frame_pop(w->sh, w->sub_ns);
	return 0;
}

/* Closes at most that many open calls, on all stacks. */
static __always_inline void ending_close(struct shadow *sh, u32 frames)
{
	struct ending *e = &sh->ending;
	struct stack_walk w = { .sh = sh, .sub_ns = e->sub_ns, .ran = e->ran };

	bpf_loop(frames, close_one, &w, CALLED);
	e->sub_ns = w.sub_ns;
	e->closed = w.done;
}

struct page_drop {
	struct frame_key key;
	u32 last; /* stack */
	u32 done;
};

static int page_drop_one(u32 i, void *arg)
{
	struct page_drop *d = arg;

	if (settings.slow_ns)
		bpf_map_delete_elem(&slow_pages, &d->key);
	if (!bpf_map_delete_elem(&frames, &d->key)) {
		d->key.page++;
		return 0;
	}
	d->key.page = 0;
	d->done = d->key.stack++ >= d->last;
	return d->done;
}

/* Non-zero: all pages are freed. */
static __always_inline u32 ending_drop(struct shadow *sh, u32 pages)
{
	struct ending *e = &sh->ending;
	struct page_drop drop = {
		.key = { .interp = sh->id, .stack = e->stack, .page = e->page },
		.last = sh->stack_last,
	};

	if (settings.slow_ns)
		bpf_map_delete_elem(&slow_messages, &sh->id);
	if (settings.sql)
		bpf_map_delete_elem(&sql_states, &sh->id);
	bpf_loop(pages, page_drop_one, &drop, CALLED);
	e->stack = drop.key.stack;
	e->page = drop.key.page;
	return drop.done;
}

/* One step. Non-zero: it was the last one. */
static __always_inline u32 shadow_wind_up(struct shadow *sh, u32 frames)
{
	if (!sh->ending.closed)
		ending_close(sh, frames);
	return sh->ending.closed && ending_drop(sh, END_PAGES);
}

/* Hands the rest to the agent, which finds it by its id. Non-zero: this succeeded. */
static __always_inline u32 shadow_hand_over(struct shadow *sh)
{
	u32 id = sh->id;

	if (!bpf_map_update_elem(&endings, &id, sh, BPF_ANY))
		return 1;
	loss_add(id, LOSS_FRAMES, sh->depth);
	ending_drop(sh, DEPTH_MAX);
	return 0;
}

/* Is the current task the agent, and not the interpreter's own? */
static __always_inline bool end_is_by_agent(u32 how)
{
	return how == END_STOP || how == END_UNSEEN;
}

/* Nobody knows how long it ran on behind its last event. */
static __always_inline u64 end_unseen_at(struct shadow *sh)
{
	loss_count(sh->id, LOSS_ENDS);
	return sh->trap.left_ns ?: clock_wall();
}

/*
 * When the clock of what is open stops: behind a window at the first event, see burst_ends().
 * Without one it stops when the probes begin to go, as a program that ends meanwhile has run on
 * with nothing recorded.
 */
static __always_inline u64 end_counted_ns(const struct shadow *sh, u64 wall_ns)
{
	const struct control *c = settings.bursts ? control_of(CONTROL_BURST) : NULL;
	u64 counted_ns = wall_ns;

	if (c && sh->gate_ns)
		counted_ns = sh->gate_ns;
	else if (c && c->off && c->at_ns)
		counted_ns = (s64)(c->at_ns - sh->trap.left_ns) < 0 ? sh->trap.left_ns : c->at_ns;
	return (s64)(counted_ns - wall_ns) < 0 ? counted_ns : wall_ns;
}

/* With a stack of its own: what shadow_end() calls needs all of Linux 6.1's 512 bytes. */
static __noinline int window_end(struct shadow *sh, u64 wall_ns)
{
	const struct control *c = control_of(CONTROL_BURST);

	if (c && !sh->gate_ns && !sh->parked_ns)
		own_until_event(sh, c, wall_ns);
	return 0;
}

/*
 * Ends an interpreter: closes its open calls, and leaves its entry in interps to user space. A
 * forked one that ran nothing of its own has no open calls to show. frames: how many calls to close
 * now.
 *
 * It gets the shadow by itself: the value of a map may go into another one, memory that a global
 * function was given may not (Linux 6.1).
 */
__noinline int shadow_end(u64 base, u32 tgid, u32 how, u32 code, u32 frames)
{
	struct shadow_key key = { .base = base, .tgid = tgid };
	struct shadow *sh = bpf_map_lookup_elem(&shadows, &key);
	u32 id = sh ? sh->id : 0;
	struct interp *in = sh ? interp_claim(id, tgid) : NULL;
	u64 wall_ns, counted_ns, perl_ns;

	if (!sh || !in)
		return 0;
	wall_ns = sh->parked_ns ?: how == END_UNSEEN ? end_unseen_at(sh) : clock_wall();
	counted_ns = end_counted_ns(sh, wall_ns);
	if (!sh->parked_ns && !end_is_by_agent(how) && counted_ns == wall_ns)
		clock_wait(sh, wall_ns);
	if (settings.bursts && !end_is_by_agent(how))
		window_end(sh, wall_ns);
	perl_ns = counted_ns - sh->overhead_ns;
	if (sh->events) {
		clock_accept_end(sh, perl_ns);
		/* Perl itself was ending, or an embedding program has called nothing since. */
		stmt_close(sh, end_is_by_agent(how) && sh->ended_ns ? stmt_ended_at(sh) : perl_ns);
	}
	sh->ending.sub_ns = clock_sub(sh, perl_ns);
	sh->ending.ran = sh->stack;
	sh->ending.begun = true;
	sh->ending.closed = !sh->events && !sh->wait_ns;
	sh->execed = how == END_EXEC;
	if (!shadow_wind_up(sh, frames))
		in->unclosed = shadow_hand_over(sh);
	/* Where only samples move its clock, it has stood still since the last one. */
	in->end_ns = settings.sample_ns && settings.off_cpu ? clock_wall() : wall_ns;
	in->exit_code = code;
	in->events = sh->events;
	shadow_note(sh);
	if (!end_is_by_agent(how))
		creds_of_current(&in->last);
	barrier();
	in->end = how;
	bpf_map_delete_elem(&scratches, &id);
	thread_release(sh, tgid, wall_ns);
	bpf_map_delete_elem(&shadows, &key);
	event_send(EVENT_END, tgid, id, how);
	return 0;
}

/*
 * The probes of a living interpreter change, and none of them runs now. Closes its statement and at
 * most that many of its calls, as of wall_ns. When all are closed, what is under way is taken from
 * perl's stacks at the next event, as at an attach. tgid, delay_ns: what its main thread has waited
 * for a processor, up to now. Non-zero: all are closed.
 */
static __always_inline u32 shadow_cut(struct shadow *sh, u64 wall_ns, u32 tgid, u64 delay_ns,
				      u32 frames)
{
	const bool ended = settings.bursts && sh->gate_ns;
	u64 perl_ns;

	if (sh->parked_ns)
		wall_ns = sh->parked_ns;
	else if (ended)
		wall_ns = sh->gate_ns;
	else if ((s64)(wall_ns - sh->trap.left_ns) < 0)
		wall_ns = sh->trap.left_ns;
	if (!ended && !sh->parked_ns && !sh->ending.begun && (!sh->tid || sh->tid == tgid))
		clock_wait_behind(sh, wall_ns, delay_ns);
	perl_ns = wall_ns - sh->overhead_ns;
	clock_accept_end(sh, perl_ns);
	stmt_close(sh, perl_ns);
	stmt_forget(sh);
	if (!sh->ending.begun) {
		sh->ending.sub_ns = clock_sub(sh, perl_ns);
		sh->ending.ran = sh->stack;
		sh->ending.begun = true;
	}
	ending_close(sh, frames);
	if (!sh->ending.closed)
		return 0;
	__builtin_memset(&sh->ending, 0, sizeof(sh->ending));
	sh->si = sh->si_base = sh->stacks = 0;
	sh->stack = sh->depth = sh->announced = 0;
	sh->pad = sh->floor = 0;
	sh->teaches = 0; /* there is a gap behind the last trap */
	shadow_set_top(sh, NULL);
	return 1;
}

/* A further step for an interpreter that was handed over. Non-zero: nothing is left to do. */
static __always_inline u32 ending_go_on(u32 id)
{
	struct shadow *sh = bpf_map_lookup_elem(&endings, &id);
	struct interp *in = bpf_map_lookup_elem(&interps, &id);

	if (sh && !shadow_wind_up(sh, END_FRAMES))
		return 0;
	bpf_map_delete_elem(&endings, &id);
	if (in)
		in->unclosed = 0;
	return 1;
}

#endif
