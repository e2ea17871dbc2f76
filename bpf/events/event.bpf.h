/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens at each probe: find the interpreter's shadow, read where perl is, reconcile the
 * shadow with that, account.  base is my_perl, or the load bias of an unthreaded perl.
 */
#ifndef NYTPROF_EVENTS_EVENT_BPF_H
#define NYTPROF_EVENTS_EVENT_BPF_H

#include "nytprof/frames.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "clock/clock.bpf.h"
#include "clock/own.bpf.h"
#include "control/control.bpf.h"
#include "calls/enter.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"
#include "process/interp.bpf.h"
#include "process/thread.bpf.h"

/* An event that is being handled. */
struct event_now {
	struct shadow *sh;
	u64 wall_ns; /* at its beginning */
	u64 perl_ns;
	u64 sub_ns;
	bool looked; /* at perl's stacks, and not all of them may have been readable */
};

/*
 * The first event behind a window: up to it goes what the last event in the window began, and all
 * that is under way. What an event begins is recorded if that event is in a window, and then as a
 * whole. So long statements have no smaller part in the profile than in the program. When some
 * probes are gone, what looks like the first event may be a later one.
 */
static __always_inline void burst_ends(struct shadow *sh, u64 wall_ns)
{
	clock_pay_trap(sh);
	clock_wait(sh, wall_ns);
	sh->gate_ns = wall_ns;
}

/*
 * No window is open, or the program has used its time in this one up. What the probe takes all the
 * same is counted: the budget is for that, too.
 */
static __always_inline bool burst_is_over(struct shadow *sh, u64 wall_ns, u32 price_ns)
{
	const struct control *c = control_of(CONTROL_BURST);

	if (!c)
		return false;
	if (!c->off)
		own_meet(sh, c, wall_ns);
	if (!sh->gate_ns && !c->at_ns) {
		own_until_event(sh, c, wall_ns);
		if (c->off || !sh->own.left_ns)
			burst_ends(sh, wall_ns);
	}
	if (!c->off && !sh->gate_ns)
		return false;
	sh->gated_ns += price_ns + (clock_wall() - wall_ns);
	return true;
}

/*
 * A probe of that price was hit.  False: the interpreter is not followed, or is over; nothing is
 * to be done.
 */
static __always_inline bool event_begin(struct event_now *ev, struct shadow *sh, u64 wall_ns,
					u32 price_ns)
{
	ev->sh = sh;
	ev->wall_ns = wall_ns;
	ev->looked = false;
	if (!sh || sh->over)
		return false;
	if (settings.bursts && burst_is_over(sh, wall_ns, price_ns))
		return false;
	sh->pad_before = sh->pad;
	sh->pad = 0;
	ev->perl_ns = clock_enter(sh, wall_ns, price_ns);
	clock_accept_end(sh, ev->perl_ns);
	ev->sub_ns = clock_sub(sh, ev->perl_ns);
	control_look(sh, ev->perl_ns);
	return true;
}

/* As event_begin(). returns: the place is behind a call, and no register is known to hold my_perl. */
static __always_inline bool event_begin_at(struct event_now *ev, u64 base, bool returns,
					   u32 price_ns)
{
	u64 wall_ns = clock_wall(), ids = returns ? current_ids() : 0;

	return event_begin(ev,
			   returns ? shadow_returned_to(ids >> 32, (u32)ids, wall_ns) :
				     shadow_get(base, wall_ns),
			   wall_ns, price_ns);
}

/* Nothing is recorded, and no call is open that was. */
static __always_inline bool event_is_idle(const struct event_now *ev)
{
	return ev->sh->paused && !ev->sh->depth;
}

/* The same at events that may tell of a call: one of DB::enable_profile is to be seen. */
static __always_inline bool event_may_call(const struct event_now *ev)
{
	return settings.enter_by_stmt || !event_is_idle(ev);
}

/* A sub runs whose context is that one. */
static __always_inline void event_notice(struct event_now *ev, s32 cxix)
{
	if (!settings.enter_by_stmt)
		return;
	floor_lower(ev->sh, ev->sh->at.level);
	call_notice(ev->sh, cxix, ev->perl_ns);
}

static __always_inline long event_find(struct event_now *ev, bool op)
{
	ev->looked = true;
	if (shadow_locate(ev->sh, ev->sub_ns, op))
		return -1;
	ev->sub_ns = clock_sub(ev->sh, ev->perl_ns); /* each perl stack has its own */
	return 0;
}

/* Where the interpreter is; non-zero if that can't be read. */
static __always_inline long event_locate(struct event_now *ev)
{
	return event_find(ev, false);
}

/* The same, with the op that runs and its arguments. */
static __always_inline long event_locate_op(struct event_now *ev)
{
	return event_find(ev, true);
}

/*
 * A C function that perl has called returns: nearly always that of the call that was noticed last,
 * with the same stack pointer.  False: another one.
 */
static __always_inline bool event_returns_top(struct event_now *ev, u32 flags, u64 sp)
{
	struct shadow *sh = ev->sh;
	struct frame *f = sh->top_flags == flags ? frame_top(sh) : NULL;

	if (!f || f->cv != sp)
		return false;
	interp_read_si(sh);
	if (sh->at.si != sh->si)
		return false;
	sh->pad = f->pad;
	frame_pop(sh, ev->sub_ns);
	return true;
}

static __always_inline void event_end(struct event_now *ev)
{
	if (ev->looked)
		faults_report(ev->sh);
	clock_leave(ev->sh, ev->wall_ns);
	if (ev->sh->over)
		thread_give_back(ev->sh);
}

#endif
