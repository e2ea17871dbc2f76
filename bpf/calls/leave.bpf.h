/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of calls: by goto, by leaving a sub, and by the exits that no probe sees. */
#ifndef NYTPROF_CALLS_LEAVE_BPF_H
#define NYTPROF_CALLS_LEAVE_BPF_H

#include "nytprof/frames.h"
#include "nytprof/limits.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/op_costs.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/host.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "clock/cost.bpf.h"
#include "stmts/stmt.bpf.h"
#include "control/control.bpf.h"
#include "calls/enter.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/reconcile.bpf.h"

/*
 * The C stack that pp_entersub uses, at most. XSUBs that are noticed inside pp_entersub and not at
 * its entry have a stack pointer within this. What an XSUB calls lies deeper.
 */
#define ENTERSUB_STACK 256

/* Is the running op goto &sub? Else it is goto LABEL, or an expression whose value is a label. */
static __noinline bool op_is_goto_sub(const struct at *at)
{
	struct sv_head sv;
	u8 flags = 0;

	user_read(&flags, 1, at->op + layout.op_flags);
	return (flags & layout.OPf_STACKED) && !sv_read(user_u64(at->sp), &sv) &&
	       (sv.flags & layout.SVf_ROK) && !sv_read(sv.u, &sv) &&
	       sv_type(&sv) == layout.SVt_PVCV;
}

/*
 * goto &DB::enable_profile and the like. NYTProf's functions are XSUBs, for which pp_goto first
 * pops the sub that it leaves. So the statement that called that sub begins.
 */
static __always_inline int goto_control(struct shadow *sh, u32 callee, u64 perl_ns)
{
	struct context *cx = &sh->work.cx;

	if (callee == SUB_ENABLE && !at_enclosing_sub(sh) &&
	    !context_read(sh->at.head.cxstack, sh->at.head.cxix, cx))
		sh->at.curcop = cx->oldcop;
	return control_called(sh, callee, perl_ns);
}

/*
 * goto &sub: the running sub ends here. The new one takes its place on perl's stack and has the
 * same caller, but the line of the goto. For an XSUB, perl pops the context first (pp_ctl.c,
 * PP(pp_goto), 5.36).
 */
static __noinline int call_goto(struct shadow *sh, u64 sp, u64 sub_ns, u64 perl_ns)
{
	struct callee *c = &sh->work.callee;
	struct frame *f = &sh->work.frame;
	struct frame *old = frame_top(sh);
	const struct at *at = &sh->at;

	if (!op_is_goto_sub(at))
		return 0;
	__builtin_memset(f, 0, sizeof(*f));
	callee_resolve(user_u64(at->sp), at->op, c);
	/*
	 * The sub that it leaves is not open here. It may have been called while nothing was
	 * recorded.
	 */
	if (!old || old->si != at->si || (sh->top_flags & FRAME_LEFT))
		return frame_set_callee(sh, f, c) ? 0 : goto_control(sh, f->callee, perl_ns);
	if (frame_set_callee(sh, f, c) || frame_set_caller(sh, f)) {
		loss_count(sh->id, LOSS_UNKNOWN);
		return 0;
	}
	f->si = at->si;
	f->start_ns = sub_ns;
	f->caller = old->caller;
	f->cop = old->cop;
	f->resume = old->resume;
	f->level = old->level;
	/* A sub without a body. AUTOLOAD will run, or goto dies; nothing has been called yet. */
	if (f->flags & FRAME_UNKNOWN) {
		f->cv = old->cv;
		f->callee = 0;
	}
	if (f->rec && c->cv == old->cv)
		f->rec--; /* perl takes back the old call's depth before it adds the new one's */
	if (f->flags & FRAME_XSUB) {
		f->level--;
		f->cv = settings.enter_by_stmt ? sp - ENTERSUB_STACK : sp;
	}
	frame_pop(sh, sub_ns);
	if (!sh->paused)
		frame_push(sh, f);
	return goto_control(sh, f->callee, perl_ns);
}

/* ------------------------------------------------------------------------ leave */

/* Does the sub of the top context (in work.cx) return to the C program that perl is embedded in? */
static __always_inline bool call_is_from_host(struct shadow *sh, u32 depth)
{
	const struct context *cx = &sh->work.cx;

	return !cx->retop && sh->depth == depth && host_is_below(sh, sh->at.head.cxix, cx->oldcop);
}

/*
 * The sub of the top frame returns. The statement that called it goes on. For a destructor that ran
 * while its caller was being left, that is the statement that called the caller.
 */
static __always_inline void call_left(struct shadow *sh, struct frame *f, u64 perl_ns)
{
	struct frame *below;
	u32 i;

	sh->pad = f->pad;
	f->left_ns = clock_sub(sh, perl_ns) ?: 1;
	/* The probe is behind the freeing of its variables. The context is popped next. */
	if (sh->at.left_cv)
		f->flags |= FRAME_RETURNED;
	sh->top_flags |= FRAME_LEFT | f->flags;
	for (i = 2; i < 6 && i <= sh->depth; i++) {
		below = frame_at(sh, sh->depth - i);
		if (!below || !below->left_ns)
			break;
		f = below;
	}
	if (!f->resume.file)
		stmt_leave_perl(sh, perl_ns);
	else
		stmt_resume(sh, &f->resume, f->cop, f->cop, perl_ns);
}

/* Its context need not be read: a statement is known to have called it. */
__noinline int call_leave_top(struct shadow *sh, u64 perl_ns)
{
	struct frame *f = sh ? frame_top(sh) : NULL;

	if (!f)
		return 0;
	call_left(sh, f, perl_ns);
	clock_trap_costs(sh, TRAP_LEAVE, 0);
	return 0;
}

/* The sub of the top context returns. */
__noinline int call_leave(struct shadow *sh, u64 perl_ns)
{
	struct frame *f;
	struct context *cx;
	u64 oldcop, retop;

	if (!sh)
		return 0;
	f = frame_top(sh);
	cx = &sh->work.cx;
	if (context_read(sh->at.head.cxstack, sh->at.head.cxix, cx)) {
		fault_note();
		return 0;
	}
	if (!context_is_call(cx))
		return 0; /* the body of a sort or the like: it will run again */
	oldcop = cx->oldcop;
	retop = cx->retop;
	if (!f || sh->level != sh->at.level || (sh->top_flags & FRAME_XSUB)) {
		/* Its call was not noticed. An XS module has its own way to call subs. */
		return call_is_from_host(sh, 0) ? stmt_leave_perl(sh, perl_ns) :
						  stmt_resume_cop(sh, oldcop, oldcop, perl_ns);
	}
	if (f->resume.file && call_is_from_host(sh, 1))
		f->resume.file = 0;
	call_left(sh, f, perl_ns);
	/* If the call was the whole statement, the next statement follows. */
	clock_trap_costs(sh, TRAP_LEAVE, sh->stmt.file && cost_is_end(retop) ? COST_LEAVE : 0);
	return 0;
}

struct unwind {
	struct shadow *sh;
	u64 level; /* calls above it are left */
	u64 sub_ns;
	u32 i;
};

static int unwind_one(u32 i, void *arg)
{
	struct unwind *u = arg;
	struct frame *f;

	if (u->i == 0)
		return 1;
	f = frame_at(u->sh, u->i - 1);
	if (!f || f->level < u->level || (f->level == u->level && !(f->flags & FRAME_XSUB)))
		return 1;
	if (!f->left_ns)
		f->left_ns = u->sub_ns;
	u->i--;
	return 0;
}

/*
 * die, last, exit and the like leave every context above a level. An XSUB at that level has died as
 * well, because the eval that catches called it.
 */
static __noinline int call_unwind(struct shadow *sh, u64 level, u64 sub_ns)
{
	struct unwind u = { .sh = sh, .level = level, .sub_ns = sub_ns ?: 1, .i = sh->depth };

	bpf_loop(DEPTH_MAX, unwind_one, &u, CALLED);
	shadow_set_top(sh, frame_top(sh));
	return 0;
}

struct catching {
	struct shadow *sh;
	u32 ord; /* of the SI whose head is in .at */
	u32 found;
};

/* Looks at the innermost context, and moves .at below it, or to the next SI if it was the last. */
static int catch_one(u32 i, void *arg)
{
	struct catching *c = arg;
	struct si_head *head = &c->sh->at.head;
	struct context *cx = &c->sh->work.cx;

	if (head->cxix < 0) {
		if (!c->ord || !head->prev || si_read(head->prev, head))
			return 1;
		c->ord--;
		return 0;
	}
	if (context_read(head->cxstack, head->cxix, cx))
		return 1;
	c->found = (cx->type & layout.CXTYPEMASK) == layout.CXt_EVAL;
	if (!c->found)
		head->cxix--;
	return c->found;
}

/*
 * A die goes to the innermost eval, in any SI (pp_ctl.c, Perl_die_unwind and dopoptoeval, 5.14 to
 * 5.42). Perl calls dounwind only if there are contexts to leave. An XSUB or a builtin has none, so
 * no probe sees that it is over. Without this function, what runs behind the eval would count as a
 * part of it.
 */
static __noinline int call_die(struct shadow *sh, u64 sub_ns, u64 perl_ns)
{
	struct catching c = { .sh = sh, .ord = sh->si_ord };
	s32 cxix;

	bpf_loop(DEPTH_MAX, catch_one, &c, CALLED);
	if (!c.found)
		return 0; /* no eval catches it, and the program ends */
	cxix = sh->at.head.cxix;
	call_unwind(sh, level_of(c.ord, cxix), sub_ns);
	floor_lower(sh, level_of(c.ord, cxix - 1));
	stmt_caught(sh, cxix, perl_ns);
	return 0;
}

#endif
