/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builtins that are shown as subs begin and return. */
#ifndef NYTPROF_EVENTS_BUILTIN_BPF_H
#define NYTPROF_EVENTS_BUILTIN_BPF_H

#include "nytprof/frames.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/switcher.bpf.h"
#include "clock/clock.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/slowop.bpf.h"
#include "events/event.bpf.h"

/*
 * The function of a builtin begins, with its return address at sp; several ops may share it.  True:
 * its return is wanted.
 */
static __always_inline bool event_slowop(u64 base, u64 sp, u32 price_ns)
{
	struct event_now ev;
	bool wanted = false, opened;
	u32 depth;

	if (!event_begin_base(&ev, base, price_ns))
		return false;
	if (!event_locate_op(&ev)) {
		shadow_reconcile_at(ev.sh, ev.sub_ns, AT_CALL, sp);
		depth = ev.sh->depth;
		slowop_enter(ev.sh, sp, ev.perl_ns);
		opened = ev.sh->depth > depth;
		wanted = settings.sessions && opened && return_may_be_seen(ev.sh->id);
		if (settings.sessions ? wanted : opened)
			clock_trap_inside(ev.sh);
	}
	event_end_located(&ev);
	return wanted;
}

static __always_inline void event_slowop_search(struct event_now *ev, u64 sp)
{
	if (!event_locate(ev))
		slowop_leave(ev->sh, sp, ev->sub_ns);
	faults_report(ev->sh);
}

/* It has returned. */
static __always_inline void event_slowop_ret(u64 sp, u32 price_ns)
{
	struct event_now ev;

	if (!event_begin_thread(&ev, settings.behind_ns ?: price_ns))
		return;
	if (!event_returns_top(&ev, FRAME_XSUB | FRAME_SLOWOP, sp))
		event_slowop_search(&ev, sp);
	event_end(&ev);
}

/* pp_accept begins to wait; event_begin ends that, at its return or else at the next event. */
static __always_inline void event_accept(u64 base, u32 price_ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, price_ns))
		return;
	clock_accept_begin(ev.sh, ev.perl_ns);
	event_end(&ev);
}

static __always_inline void event_accept_ret(u32 price_ns)
{
	struct event_now ev;

	if (event_begin_thread(&ev, price_ns))
		event_end(&ev);
}

#endif
