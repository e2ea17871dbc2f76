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
static __always_inline bool event_slowop(struct event_now *ev, u64 sp)
{
	struct shadow *sh = ev->sh;
	bool opened, wanted;
	u32 depth;

	if (event_locate_op(ev))
		return false;
	shadow_reconcile_at(sh, ev->sub_ns, AT_CALL, sp);
	depth = sh->depth;
	slowop_enter(sh, sp, ev->perl_ns);
	opened = sh->depth > depth;
	wanted = settings.sessions && opened && return_may_be_seen(sh->id);
	if (settings.sessions ? wanted : opened)
		clock_trap_inside(sh);
	return wanted;
}

/* It has returned. */
static __always_inline void event_slowop_ret(struct event_now *ev, u64 sp)
{
	if (!event_returns_top(ev, FRAME_XSUB | FRAME_SLOWOP, sp) && !event_locate(ev))
		slowop_leave(ev->sh, sp, ev->sub_ns);
}

#endif
