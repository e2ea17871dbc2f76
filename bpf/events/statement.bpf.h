/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A statement begins: nearly always one that is known, of the sub that ran at the event before. */
#ifndef NYTPROF_EVENTS_STATEMENT_BPF_H
#define NYTPROF_EVENTS_STATEMENT_BPF_H

#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "stmts/stmt.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"
#include "events/event.bpf.h"

/*
 * What is read for a statement: .at.op is its COP, which perl makes PL_curcop of.  Has it done so
 * yet?
 */
static __always_inline long event_read_statement(struct event_now *ev)
{
	struct at *at = &ev->sh->at;

	if (interp_read(ev->sh, !settings.curcop_is_op)) {
		loss_count(ev->sh->id, LOSS_READ);
		return -1;
	}
	if (settings.curcop_is_op)
		at->op = at->curcop;
	return 0;
}

/*
 * Is this statement of the sub that went on behind the last event?  Each call of a sub has a pad of
 * its own.  Then perl's stacks tell nothing new, but that a call at the top is over which had nothing
 * left to do.  The block of a sort or the like has the pad of its sub, and another SI: the next event
 * that looks at the stacks sees that.
 */
static __always_inline bool event_stays(struct event_now *ev)
{
	struct shadow *sh = ev->sh;

	if (settings.want_blocks || /* those are found in the contexts of now */
	    !sh->pad_before || sh->at.pad != sh->pad_before || sh->paused)
		return false;
	if (sh->top_flags == (FRAME_LEFT | FRAME_RETURNED) && top_has_returned(sh))
		frame_pop(sh, ev->sub_ns);
	return !(sh->top_flags & ~FRAME_SEEDED) && sh->floor <= sh->level;
}

/*
 * Can event_stays() tell by the pad of this statement?  Not if it may be of a sub that is no call of
 * its own (MULTICALL, as of sort): the same sub can be called later, with the same pad.
 */
static __always_inline bool event_pad_tells(const struct shadow *sh)
{
	return !(sh->top_flags & FRAME_XSUB) && (u32)(sh->level >> 32) == sh->si_ord;
}

/* Where the statement is in perl's stacks: calls may have begun and ended. */
static __always_inline long event_catch_up(struct event_now *ev)
{
	struct shadow *sh = ev->sh;

	if (shadow_look(sh, ev->sub_ns)) {
		fault_note();
		return -1;
	}
	ev->sub_ns = clock_sub(sh, ev->perl_ns);
	shadow_reconcile(sh, ev->sub_ns, AT_BODY);
	event_notice(ev, sh->at.head.cxsubix);
	return sh->over;
}

/*
 * It may be of another sub, or one that is not known yet.  Where the stacks could not be read .pad
 * stays 0, so that the next event looks at them, whatever its pad is.
 */
static __always_inline void event_statement_look(struct event_now *ev, bool stays)
{
	struct shadow *sh = ev->sh;

	sh->faults = faults;
	if (stays || !event_catch_up(ev)) {
		if (!stays && stmt_next_known(sh, sh->at.op, ev->perl_ns))
			;
		else if (cop_read(sh->at.op, &sh->work.cop))
			fault_note();
		else
			stmt_next(sh, &sh->work.cop, ev->perl_ns);
		if (event_pad_tells(sh))
			sh->pad = sh->at.pad;
	}
	faults_report(sh);
}

/* Nearly always: a known statement of the sub that runs.  False: more is to be looked at. */
static __always_inline bool event_statement_stays(struct event_now *ev)
{
	struct shadow *sh = ev->sh;

	if (!vars_are_near() || !sh->pad_before || interp_read_op(sh) || !event_stays(ev) ||
	    !stmt_next_known(sh, sh->at.op, ev->perl_ns))
		return false;
	sh->pad = sh->at.pad;
	return true;
}

/* pp_nextstate and pp_dbstate */
static __always_inline void event_statement(u64 base, u32 price_ns)
{
	struct event_now ev;
	struct shadow *sh;

	if (!event_begin_at(&ev, base, false, price_ns))
		return;
	sh = ev.sh;
	if (event_statement_stays(&ev)) {
		clock_learn(sh, sh->at.op);
	} else if (event_may_call(&ev) && !event_read_statement(&ev)) {
		clock_learn(sh, sh->at.op);
		event_statement_look(&ev, event_stays(&ev));
	}
	event_end(&ev);
}

#endif
