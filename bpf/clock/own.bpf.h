/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The time of its own that a program has in a window of a burst.
 *
 * The shorter statements are, the more their probes slow a program down. So windows that all take the
 * same time would come less often through quick statements than through slow ones, and less often
 * to what follows quick ones. Instead, the window of each program ends when it has run for
 * control.own_ns without its probes: see burst_is_over().
 *
 * What measures that is the perl clock, which has neither probes nor waits for a processor. The
 * kernel does not tell how long a task slept, but how often. So a statement in which the task slept
 * counts as sleep as a whole: what it executed besides is mostly little.
 *
 * The time begins when the window opens. What the task had waited and slept up to there is read by
 * the agent, as only the agent sees it at a moment without an event. It reads the main thread's. An
 * interpreter of another thread, and one that is new, have their window from their first event on.
 */
#ifndef NYTPROF_CLOCK_OWN_BPF_H
#define NYTPROF_CLOCK_OWN_BPF_H

#include "nytprof/interp.h"
#include "clock/clock.bpf.h"
#include "kernel/sleeps.bpf.h"
#include "state/state.bpf.h"

/* A window opens. sleeps: how often the task slept up to now; OWN_ASLEEP: it sleeps. */
static __always_inline void own_open(struct shadow *sh, const struct control *c, u64 sleeps)
{
	struct own *o = &sh->own;

	o->window = c->window;
	o->left_ns = c->own_ns;
	o->begun = o->met = false;
	o->sleeps = sleeps;
	sh->gate_ns = 0;
}

/* At each event in a window. */
static __always_inline void own_meet(struct shadow *sh, const struct control *c, u64 wall_ns)
{
	struct own *o = &sh->own;

	if (o->window != c->window) {
		own_open(sh, c, task_sleeps());
		o->begun = true;
		o->from_ns = wall_ns - sh->overhead_ns - clock_trap(sh);
	}
	o->met = true;
}

static __always_inline void own_count(struct own *o, u64 perl_ns, u64 sleeps)
{
	s64 ns = perl_ns - o->from_ns;

	if (ns <= 0)
		return; /* the trap took less than its price: the next event makes up for it */
	o->from_ns = perl_ns;
	if (sleeps != o->sleeps) {
		o->sleeps = sleeps;
		o->sums.slept_ns += ns;
		return;
	}
	if (ns > o->left_ns)
		ns = o->left_ns;
	o->left_ns -= ns;
	o->sums.own_ns += ns;
}

/*
 * Counts up to wall_ns, when the task had waited for a processor for waited_ns since
 * sh->run_delay_ns.
 */
static __always_inline void own_until(struct shadow *sh, const struct control *c, u64 wall_ns,
				      u64 waited_ns, u64 sleeps)
{
	struct own *o = &sh->own;

	if (o->window != c->window || !o->left_ns)
		return;
	if (!o->begun) {
		o->begun = true;
		o->from_ns = c->opened_ns - sh->overhead_ns;
	}
	own_count(o, wall_ns - sh->overhead_ns - clock_trap(sh) - waited_ns, sleeps);
}

/* The same at an event, or at one behind the window for the time up to its end. */
static __always_inline void own_until_event(struct shadow *sh, const struct control *c, u64 wall_ns)
{
	s64 waited_ns = task_waited() - sh->run_delay_ns;

	own_until(sh, c, c->off ? c->closed_ns : wall_ns, waited_ns > 0 ? waited_ns : 0,
		  task_sleeps());
}

/*
 * A window has closed, and there may have been no event since. The agent has seen how often the
 * task slept, and how long it waited for a processor (delay_ns, 0: not known).
 */
static __always_inline void own_close(struct shadow *sh, const struct control *c, u64 delay_ns,
				      u64 sleeps)
{
	s64 waited_ns = delay_ns ? delay_ns - sh->run_delay_ns : 0;

	if (sh->gate_ns)
		return;
	if (sleeps == OWN_ASLEEP)
		sleeps = ~sh->own.sleeps; /* it may have slept since before the window */
	own_until(sh, c, c->closed_ns, waited_ns > 0 ? waited_ns : 0, sleeps);
}

#endif
