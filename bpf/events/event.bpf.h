/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens at each probe: find the interpreter's shadow, read where perl is, hold the
 * shadow against it, account.  base is my_perl, or the load bias of an unthreaded perl.
 */
#ifndef NYTPROF_EVENT_BPF_H
#define NYTPROF_EVENT_BPF_H

#include "nytprof_bpf.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "state/switcher.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/eval.bpf.h"
#include "names/newsub.bpf.h"
#include "names/package.bpf.h"
#include "stmts/stmt.bpf.h"
#include "control/control.bpf.h"
#include "calls/enter.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/leave.bpf.h"
#include "calls/reconcile.bpf.h"
#include "calls/shadow.bpf.h"
#include "calls/slowop.bpf.h"
#include "process/process.bpf.h"
#include "process/thread.bpf.h"

/* An event that is being handled. */
struct event_now {
	struct shadow *sh;
	u64 wall; /* at its beginning */
	u64 perl;
	u64 sub;
};

/*
 * A probe of that price was hit.  False: the interpreter is not followed, or is over; nothing is
 * to be done.
 */
static __always_inline bool event_begin(struct event_now *ev, struct shadow *sh, u64 wall, u32 ns)
{
	ev->sh = sh;
	ev->wall = wall;
	if (!sh || sh->over)
		return false;
	sh->pad_before = sh->pad;
	sh->pad = 0;
	ev->perl = clock_enter(sh, wall, ns);
	clock_accept_end(sh, ev->perl);
	ev->sub = clock_sub(sh, ev->perl);
	control_look(sh, ev->perl);
	return true;
}

static __always_inline bool event_begin_base(struct event_now *ev, u64 base, u32 ns)
{
	u64 wall = clock_wall();

	return event_begin(ev, shadow_get(base, wall), wall, ns);
}

/* For places behind a call, where no register is known to hold my_perl. */
static __always_inline bool event_begin_thread(struct event_now *ev, u32 ns)
{
	u64 wall = clock_wall(), pid_tgid = current_ids();

	return event_begin(ev, shadow_returned_to(pid_tgid >> 32, (u32)pid_tgid, wall), wall, ns);
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
	call_notice(ev->sh, cxix, ev->perl);
}

static __always_inline long event_find(struct event_now *ev, bool op)
{
	if (shadow_locate(ev->sh, ev->sub, op))
		return -1;
	ev->sub = clock_sub(ev->sh, ev->perl); /* each perl stack has its own */
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

static __always_inline void event_end(struct event_now *ev)
{
	clock_leave(ev->sh, ev->wall);
	if (ev->sh->over)
		thread_give_back(ev->sh);
}

/* The same of one that has called event_locate. */
static __always_inline void event_end_located(struct event_now *ev)
{
	faults_tell(ev->sh);
	event_end(ev);
}

/* ------------------------------------------------------------------------ statements */

/* What is read for a statement: .at.op is its COP, which perl makes PL_curcop of.  Has it done so yet? */
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
 * Is this statement of the same sub as the one that was entered at the last event?  Each call of a sub
 * has a pad of its own.  Then perl's stacks tell nothing new.
 */
static __always_inline bool event_stays(const struct event_now *ev)
{
	const struct shadow *sh = ev->sh;

	return !settings.want_blocks && /* those are found in the contexts of now */
	       sh->pad_before && sh->at.pad == sh->pad_before && sh->at.si == sh->si &&
	       !sh->paused && !(sh->top_flags & ~FRAME_SEEDED) && sh->floor <= sh->level;
}

/* Where the statement is in perl's stacks: calls may have begun and ended. */
static __always_inline long event_catch_up(struct event_now *ev)
{
	struct shadow *sh = ev->sh;

	if (shadow_look(sh, ev->sub)) {
		fault_note();
		return -1;
	}
	ev->sub = clock_sub(sh, ev->perl);
	shadow_reconcile(sh, ev->sub, AT_BODY);
	event_notice(ev, sh->at.head.cxsubix);
	return sh->over;
}

/*
 * It may be of another sub, or one that is not known yet.  Where the stacks could not be read .pad stays 0, so that the
 * next event looks at them, whatever its pad is.
 */
static __always_inline void event_statement_look(struct event_now *ev, bool stays)
{
	struct shadow *sh = ev->sh;

	sh->faults = faults;
	if (stays || !event_catch_up(ev)) {
		if (!stays && stmt_next_known(sh, sh->at.op, ev->perl))
			;
		else if (cop_read(sh->at.op, &sh->work.cop))
			fault_note();
		else
			stmt_next(sh, &sh->work.cop, ev->perl);
		sh->pad = sh->at.pad;
	}
	faults_tell(sh);
}

/* pp_nextstate and pp_dbstate */
static __always_inline void event_statement(u64 base, u32 ns)
{
	struct event_now ev;
	struct shadow *sh;
	bool stays;

	if (!event_begin_base(&ev, base, ns))
		return;
	sh = ev.sh;
	if (event_may_call(&ev) && !event_read_statement(&ev)) {
		clock_learn(sh, sh->at.op);
		stays = event_stays(&ev);
		if (!stays || !stmt_next_known(sh, sh->at.op, ev.perl))
			event_statement_look(&ev, stays);
		else
			sh->pad = sh->at.pad;
	}
	event_end(&ev);
}

/* -------------------------------------------------------------------- calls and the rest */

/* pp_entersub: what is to be called is on top of the argument stack.  sp: of the C stack. */
static __always_inline void event_entersub(u64 base, u64 sp, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate_op(&ev)) {
		shadow_reconcile_at(ev.sh, ev.sub, AT_CALL, sp);
		call_enter(ev.sh, sp, ev.perl);
	}
	event_end_located(&ev);
}

/* In pp_entersub, which is about to call an XSUB: the CV is not on the argument stack any more. */
static __always_inline void event_xsub(u64 base, u64 cv, u64 sp, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate_op(&ev)) {
		ev.sh->at.sp += 8;
		shadow_reconcile_at(ev.sh, ev.sub, AT_CALL, sp);
		call_xsub(ev.sh, cv, sp, ev.perl);
	}
	event_end_located(&ev);
}

/* Perl_die or the like: pp_entersub may have refused to call something. */
static __always_inline void event_croak(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate_op(&ev)) {
		shadow_reconcile(ev.sh, ev.sub, AT_CALL);
		if (call_is_refused(ev.sh))
			call_refused(ev.sh, ev.perl);
	}
	event_end_located(&ev);
}

static __always_inline void event_xsub_reconcile(struct event_now *ev)
{
	if (!event_locate(ev))
		shadow_reconcile(ev->sh, ev->sub, AT_XSUB_RET);
	faults_tell(ev->sh);
}

/*
 * Behind the call of an XSUB's C function, of which sp is the stack pointer: nearly always of the call
 * that was noticed last, with the same one.
 */
static __always_inline void event_xsub_ret(u64 sp, u32 ns)
{
	struct event_now ev;
	struct shadow *sh;
	struct frame *f;

	if (!event_begin_thread(&ev, ns))
		return;
	sh = ev.sh;
	f = sh->top_flags == FRAME_XSUB ? frame_top(sh) : NULL;
	if (f && f->cv == sp && !interp_read(sh, false) && sh->at.si == sh->si)
		frame_pop(sh, ev.sub);
	else
		event_xsub_reconcile(&ev);
	event_end(&ev);
}

/*
 * Is the sub whose statement was entered at the last event the one that is left, of this CV?  Then it is
 * at the top, and so is its context.  Some are looked at all the same, for what clock_learn can tell.
 */
static __always_inline bool event_leaves_top(const struct event_now *ev, u64 cv)
{
	struct shadow *sh = ev->sh;
	const struct frame *f;

	if (!sh->pad_before || !cv || sh->paused || sh->depth < 2 || sh->top_flags ||
	    sh->events % LEARN_EVERY == 0)
		return false;
	f = frame_top(sh);
	if (!f || f->cv != cv || f->si != sh->si || interp_read(sh, false) || sh->at.si != sh->si)
		return false;
	sh->at.level = sh->level;
	return true;
}

static __always_inline long event_leave_located(struct event_now *ev, u64 cv)
{
	struct shadow *sh = ev->sh;
	long failed = event_locate(ev);

	if (!failed) {
		sh->at.left_cv = cv;
		shadow_reconcile(sh, ev->sub, AT_STMT);
		event_notice(ev, sh->at.head.cxix);
		call_leave(sh, ev->perl);
	}
	faults_tell(sh);
	return failed;
}

static __always_inline void event_leave_sub(struct event_now *ev, u64 cv)
{
	struct shadow *sh = ev->sh;

	if (event_leaves_top(ev, cv)) {
		sh->at.left_cv = cv;
		call_leave_top(sh, ev->perl);
	} else if (event_leave_located(ev, cv)) {
		return;
	}
	floor_lower(sh, sh->at.level - 1);
}

/* pp_leavesub and pp_leavesublv: the top context is the sub's; cv: see left_cv. */
static __always_inline void event_leave(u64 base, u64 cv, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (event_may_call(&ev))
		event_leave_sub(&ev, cv);
	event_end(&ev);
}

/* The ops that end a block, an eval or a format: its context is on top. */
static __always_inline void event_block(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate(&ev)) {
		shadow_reconcile(ev.sh, ev.sub, AT_STMT);
		stmt_leave_block(ev.sh, ev.perl);
	}
	event_end_located(&ev);
}

/* Perl_die_unwind: what runs dies, be it a statement, an XSUB or a builtin. */
static __always_inline void event_die(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate(&ev)) {
		shadow_reconcile(ev.sh, ev.sub, AT_CALL);
		call_die(ev.sh, ev.sub, ev.perl);
	}
	event_end_located(&ev);
}

/* pp_return of perl 5.14 to 5.22, which pops the sub's context from within loops and blocks. */
static __always_inline void event_return(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate(&ev)) {
		shadow_reconcile(ev.sh, ev.sub, AT_STMT);
		if (!at_enclosing_sub(ev.sh)) {
			ev.sh->at.level = level_of(ev.sh->si_ord, ev.sh->at.head.cxix);
			call_leave(ev.sh, ev.perl);
		}
	}
	event_end_located(&ev);
}

/* pp_goto: goto &sub; any other goto changes nothing here. */
static __always_inline void event_goto(u64 base, u64 sp, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate_op(&ev)) {
		shadow_reconcile(ev.sh, ev.sub, AT_STMT);
		call_goto(ev.sh, sp, ev.sub, ev.perl);
	}
	event_end_located(&ev);
}

/* Perl_dounwind: every context above cxix of the current SI is left. */
static __always_inline void event_unwind(u64 base, s32 cxix, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate(&ev)) {
		shadow_reconcile(ev.sh, ev.sub, AT_CALL);
		call_unwind(ev.sh, level_of(ev.sh->si_ord, cxix), ev.sub);
		floor_lower(ev.sh, level_of(ev.sh->si_ord, cxix));
		stmt_caught(ev.sh, cxix, ev.perl);
	}
	event_end_located(&ev);
}

/* pp_entereval: the eval that is about to be compiled gets the next number. */
static __always_inline void event_entereval(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate_op(&ev)) {
		if (ev.sh->ended)
			stmt_called_after_end(ev.sh);
		eval_note(ev.sh);
	}
	event_end_located(&ev);
}

/* Perl_lex_start: what is compiled from now on may lie where other code did. */
static __always_inline void event_lex(u64 base, u32 ns)
{
	struct event_now ev;

	if (!shadow_at(base, current_ids() >> 32) || !event_begin_base(&ev, base, ns))
		return;
	ev.sh->code++;
	if (!ev.sh->code)
		ev.sh->code = 1;
	event_end(&ev);
}

/* Perl_start_subparse */
static __always_inline void event_subparse(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate(&ev))
		subparse_note(ev.sh);
	event_end_located(&ev);
}

/* Perl_newATTRSUB_x and Perl_newMYSUB */
static __always_inline void event_newsub(u64 base, const struct newsub *n, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	if (!event_locate(&ev))
		newsub_note(ev.sh, n);
	alarm_wait(ev.sh->id);
	event_end_located(&ev);
}

/*
 * The function of a builtin begins, with its return address at sp; several ops may share it.  True: its return is
 * wanted.
 */
static __always_inline bool event_slowop(u64 base, u64 sp, u32 ns)
{
	struct event_now ev;
	bool wanted = false;
	u32 depth;

	if (!event_begin_base(&ev, base, ns))
		return false;
	if (!event_locate_op(&ev)) {
		shadow_reconcile_at(ev.sh, ev.sub, AT_CALL, sp);
		depth = ev.sh->depth;
		slowop_enter(ev.sh, sp, ev.perl);
		wanted = settings.sessions && ev.sh->depth > depth && return_may_be_seen(ev.sh->id);
	}
	event_end_located(&ev);
	return wanted;
}

/* It has returned. */
static __always_inline void event_slowop_ret(u64 sp, u32 ns)
{
	struct event_now ev;

	if (!event_begin_thread(&ev, ns))
		return;
	if (!event_locate(&ev))
		slowop_leave(ev.sh, sp, ev.sub);
	event_end_located(&ev);
}

/* pp_accept begins to wait; event_begin ends that, at its return or else at the next event. */
static __always_inline void event_accept(u64 base, u32 ns)
{
	struct event_now ev;

	if (!event_begin_base(&ev, base, ns))
		return;
	clock_accept_begin(ev.sh, ev.perl);
	event_end(&ev);
}

static __always_inline void event_accept_ret(u32 ns)
{
	struct event_now ev;

	if (event_begin_thread(&ev, ns))
		event_end(&ev);
}

#endif
