/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls begin, and end in all the ways that perl has. */
#ifndef NYTPROF_EVENTS_CALL_BPF_H
#define NYTPROF_EVENTS_CALL_BPF_H

#include "nytprof/frames.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "clock/clock.bpf.h"
#include "stmts/stmt.bpf.h"
#include "calls/enter.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/leave.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"
#include "events/event.bpf.h"

/* pp_entersub: what is to be called is on top of the argument stack.  sp: of the C stack. */
static __always_inline void event_entersub(struct event_now *ev, u64 sp)
{
	if (event_locate_op(ev))
		return;
	shadow_reconcile_at(ev->sh, ev->sub_ns, AT_CALL, sp);
	call_enter(ev->sh, sp, ev->perl_ns);
}

/* In pp_entersub, which is about to call an XSUB: the CV is not on the argument stack any more. */
static __always_inline void event_xsub(struct event_now *ev, u64 cv, u64 sp)
{
	if (event_locate_op(ev))
		return;
	ev->sh->at.sp += 8;
	shadow_reconcile_at(ev->sh, ev->sub_ns, AT_CALL, sp);
	call_xsub(ev->sh, cv, sp, ev->perl_ns);
}

/* Perl_die or the like: pp_entersub may have refused to call something. */
static __always_inline void event_croak(struct event_now *ev)
{
	if (event_locate_op(ev))
		return;
	shadow_reconcile(ev->sh, ev->sub_ns, AT_CALL);
	if (call_is_refused(ev->sh))
		call_refused(ev->sh, ev->perl_ns);
}

/* Behind the call of an XSUB's C function, of which sp is the stack pointer. */
static __always_inline void event_xsub_ret(struct event_now *ev, u64 sp)
{
	if (!event_returns_top(ev, FRAME_XSUB, sp) && !event_locate(ev))
		shadow_reconcile(ev->sh, ev->sub_ns, AT_XSUB_RET);
}

/*
 * Is the sub whose statement was entered at the last event the one that is left, of this CV?  Then
 * it is at the top, and so is its context.  One whose trap is measured is looked at all the same: what
 * perl does behind it depends on the op that it returns to.
 */
static __always_inline bool event_leaves_top(const struct event_now *ev, u64 cv)
{
	struct shadow *sh = ev->sh;
	const struct frame *f;

	if (!sh->pad_before || !cv || sh->paused || sh->depth < 2 || sh->top_flags || sh->teaches)
		return false;
	f = frame_top(sh);
	if (!f || f->cv != cv || f->si != sh->si)
		return false;
	interp_read_si(sh);
	if (sh->at.si != sh->si)
		return false;
	sh->at.level = sh->level;
	return true;
}

static __always_inline long event_leave_located(struct event_now *ev, u64 cv)
{
	struct shadow *sh = ev->sh;

	if (event_locate(ev))
		return -1;
	sh->at.left_cv = cv;
	shadow_reconcile(sh, ev->sub_ns, AT_STMT);
	event_notice(ev, sh->at.head.cxix);
	call_leave(sh, ev->perl_ns);
	return 0;
}

/* pp_leavesub and pp_leavesublv: the top context is the sub's; cv: see left_cv. */
static __always_inline void event_leave(struct event_now *ev, u64 cv)
{
	struct shadow *sh = ev->sh;

	if (!event_may_call(ev))
		return;
	if (event_leaves_top(ev, cv)) {
		sh->at.left_cv = cv;
		call_leave_top(sh, ev->perl_ns);
	} else if (event_leave_located(ev, cv)) {
		return;
	}
	floor_lower(sh, sh->at.level - 1);
}

/* The ops that end a block, an eval or a format: its context is on top. */
static __always_inline void event_block(struct event_now *ev)
{
	if (event_locate(ev))
		return;
	shadow_reconcile(ev->sh, ev->sub_ns, AT_STMT);
	stmt_leave_block(ev->sh, ev->perl_ns);
}

/* Perl_die_unwind: what runs dies, be it a statement, an XSUB or a builtin. */
static __always_inline void event_die(struct event_now *ev)
{
	if (event_locate(ev))
		return;
	shadow_reconcile(ev->sh, ev->sub_ns, AT_CALL);
	call_die(ev->sh, ev->sub_ns, ev->perl_ns);
}

/* pp_return of perl 5.14 to 5.22, which pops the sub's context from within loops and blocks. */
static __always_inline void event_return(struct event_now *ev)
{
	if (event_locate(ev))
		return;
	shadow_reconcile(ev->sh, ev->sub_ns, AT_STMT);
	if (at_enclosing_sub(ev->sh))
		return;
	ev->sh->at.level = level_of(ev->sh->si_ord, ev->sh->at.head.cxix);
	call_leave(ev->sh, ev->perl_ns);
}

/* pp_goto: goto &sub; any other goto changes nothing here. */
static __always_inline void event_goto(struct event_now *ev, u64 sp)
{
	if (event_locate_op(ev))
		return;
	shadow_reconcile(ev->sh, ev->sub_ns, AT_STMT);
	call_goto(ev->sh, sp, ev->sub_ns, ev->perl_ns);
}

/* Perl_dounwind: every context above cxix of the current SI is left. */
static __always_inline void event_unwind(struct event_now *ev, s32 cxix)
{
	if (event_locate(ev))
		return;
	shadow_reconcile(ev->sh, ev->sub_ns, AT_CALL);
	call_unwind(ev->sh, level_of(ev->sh->si_ord, cxix), ev->sub_ns);
	floor_lower(ev->sh, level_of(ev->sh->si_ord, cxix));
	stmt_caught(ev->sh, cxix, ev->perl_ns);
}

#endif
