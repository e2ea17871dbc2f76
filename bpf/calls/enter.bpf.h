/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The beginning of calls.
 *
 * With settings.enter_by_stmt, the call of a Perl sub is noticed at its first statement. The
 * context that pp_entersub has pushed has the caller and the line. A sub without a statement is
 * noticed when it is left. XSUBs push no context, so they are noticed in pp_entersub. A call that
 * pp_entersub refuses is noticed when it dies. Without that setting, all calls are noticed at the
 * entry of pp_entersub.
 */
#ifndef NYTPROF_CALLS_ENTER_BPF_H
#define NYTPROF_CALLS_ENTER_BPF_H

#include "nytprof/frames.h"
#include "nytprof/losses.h"
#include "nytprof/names.h"
#include "nytprof/op_costs.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "kernel/task.bpf.h"
#include "state/loss.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "clock/clock.bpf.h"
#include "names/file.bpf.h"
#include "names/sub.bpf.h"
#include "stmts/stmt.bpf.h"
#include "control/control.bpf.h"
#include "calls/callee_id.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/group.bpf.h"
#include "calls/outer_caller.bpf.h"
#include "calls/shadow.bpf.h"

/*
 * Puts the calling statement into the frame, and its COP into work.cop. Non-zero: it can't be read.
 */
static __always_inline long frame_set_caller(struct shadow *sh, struct frame *f)
{
	struct cop *cop = &sh->work.cop;

	/* Nearly always this is the last statement entered, at an unchanged address. */
	if (sh->stmt.file && sh->at.curcop == sh->cop && sh->cop != sh->base + layout.Icompiling) {
		cop->addr = sh->cop;
		cop->seq = sh->cop_seq;
		f->cop = sh->cop;
		f->file = sh->stmt.file;
		f->line = sh->cop_line;
		f->resume = sh->stmt;
		return 0;
	}
	if (cop_read(sh->at.curcop, cop))
		return -1;
	f->cop = cop->addr;
	f->line = cop->line;
	f->file = cop_file_id(sh, cop);
	if (sh->stmt.file)
		f->resume = sh->stmt;
	else if (!sh->in_host)
		f->resume = sh->work.place;
	return f->file ? 0 : -1;
}

/* Non-zero if the callee is known but can't be recorded. */
static __noinline int frame_set_callee(struct shadow *sh, struct frame *f, const struct callee *c)
{
	if (c->cv) {
		f->cv = c->cv;
		f->callee = c->id ?: callee_id(sh, c);
		f->rec = c->depth > 0 ? c->depth : 0;
		f->flags = c->flags & layout.CVf_ISXSUB ? FRAME_XSUB : 0;
		return f->callee ? 0 : -1;
	}
	f->flags = FRAME_UNKNOWN;
	if (c->stub)
		f->callee = sub_intern(sh->id, c->stub);
	else if (c->symbol)
		f->callee = symbol_intern(sh->id, c->symbol);
	return 0;
}

/* Opens the call that a frame describes. It begins now. */
static __always_inline int call_open(struct shadow *sh, u64 perl_ns)
{
	struct frame *f = &sh->work.frame;

	f->si = sh->at.si;
	f->pad = sh->pad_before;
	f->start_ns = clock_sub(sh, perl_ns);
	if (!settings.enter_by_stmt && !(f->flags & (FRAME_XSUB | FRAME_UNKNOWN)))
		clock_trap_costs(sh, TRAP_CALL, COST_CALL);
	if (!sh->depth)
		f->caller = outer_caller(sh);
	/* Global destruction. NYTProf's profile has ended by then, and ours ends here. */
	if (f->caller == SUB_NULL &&
	    user_u32(sh->base + layout.Iphase) == layout.PERL_PHASE_DESTRUCT) {
		stmt_end(sh, perl_ns);
		return 0;
	}
	return frame_push(sh, f);
}

/* Begins the call of work.callee from the place in .at. sp: the C stack pointer, for an XSUB. */
static __always_inline int call_begin(struct shadow *sh, u64 sp, u64 perl_ns)
{
	const struct callee *c = &sh->work.callee;
	struct frame *f = &sh->work.frame;

	__builtin_memset(f, 0, sizeof(*f));
	if (sh->paused)
		return frame_set_callee(sh, f, c) ? 0 : control_called(sh, f->callee, perl_ns);
	if (frame_set_callee(sh, f, c) || frame_set_caller(sh, f)) {
		loss_count(sh->id, LOSS_UNKNOWN);
		return 0;
	}
	if (settings.group_arg && sh->work.begins && !f->rec && !f->flags)
		group_call(sh, f);
	f->level = sh->at.level + !(f->flags & FRAME_XSUB);
	if (f->flags & FRAME_XSUB)
		f->cv = sp;
	call_open(sh, perl_ns);
	return control_called(sh, f->callee, perl_ns);
}

/* pp_entersub is about to call the CV on top of the argument stack. */
static __noinline int call_enter(struct shadow *sh, u64 sp, u64 perl_ns)
{
	if (sh->ended_ns)
		stmt_called_after_end(sh);
	stmt_catch_up(sh, perl_ns);
	callee_resolve(user_u64(sh->at.sp), sh->at.op, &sh->work.callee);
	sh->work.begins = 0;
	return call_begin(sh, sp, perl_ns);
}

/*
 * An XSUB called AUTOLOAD is called for a sub that is only declared. The CV that was asked for is
 * still on the argument stack, and names the call, unless &name; has put @_ there. XSUBs with other
 * names are not checked, which would take up to three reads for each call: an alias keeps its own
 * name.
 */
static __noinline int callee_asked_for(struct shadow *sh, u64 cv)
{
	struct callee *c = &sh->work.callee;
	u8 flags = 0;

	user_read(&flags, 1, sh->at.op + layout.op_flags);
	callee_resolve(user_u64(sh->at.sp), sh->at.op, c);
	if (c->cv || (!c->stub && !c->symbol) || !(flags & layout.OPf_STACKED))
		callee_of_cv(cv, c);
	return 0;
}

/* pp_entersub is about to call this XSUB. */
static __noinline int call_xsub(struct shadow *sh, u64 cv, u64 sp, u64 perl_ns)
{
	struct callee *c = &sh->work.callee;

	if (sh->ended_ns)
		stmt_called_after_end(sh);
	stmt_catch_up(sh, perl_ns);
	callee_of_cv(cv, c);
	c->id = c->cv ? callee_id(sh, c) : 0;
	if (c->id && sh->work.autoload)
		callee_asked_for(sh, cv);
	return call_begin(sh, sp, perl_ns);
}

/* ------------------------------------------------------------- at the first statement */

/*
 * The earlier si_cxsubix. It is stored behind the op to return to (cop.h, struct block_sub, in all
 * versions with si_cxsubix).
 */
static __always_inline s32 context_outer_sub(const struct context *cx)
{
	return *(const s32 *)(cx->raw + layout.blk_sub_retop + 8);
}

/*
 * Sets .at to what it was at pp_entersub, which has pushed work.cx as context cxix of the current
 * SI.
 */
static __always_inline void at_caller(struct shadow *sh, s32 cxix)
{
	const struct context *cx = &sh->work.cx;
	struct at *at = &sh->at;

	at->op = cx->retop;
	at->curcop = cx->oldcop;
	at->head.cxix = cxix - 1;
	at->head.cxsubix = context_outer_sub(cx);
	at->level = level_of(sh->si_ord, at->head.cxix);
	at->in_sub = 1;
}

#ifndef ENTERSUB_NS
#define ENTERSUB_NS (COST_CALL / 2)
#endif

/* The time that pp_entersub took belongs to the sub, as it does where pp_entersub is probed. */
static __always_inline u64 call_start(u64 perl_ns)
{
	return perl_ns - ENTERSUB_NS;
}

/* Is the call at that level not noticed yet? */
static __always_inline bool level_is_new(const struct shadow *sh, u64 level)
{
	return level > sh->level && level > sh->floor;
}

/* The context of the sub around the one in work.cx, if its call was not noticed either; else -1. */
static __always_inline s32 unseen_outer_sub(const struct shadow *sh)
{
	s32 cxix = context_outer_sub(&sh->work.cx);
	u8 type = 0;

	if (cxix < 0 || !level_is_new(sh, level_of(sh->si_ord, cxix)))
		return -1;
	user_read(&type, 1,
		  sh->at.head.cxstack + (u64)(u32)cxix * layout.sizeof_CONTEXT + layout.cx_type);
	return (type & layout.CXTYPEMASK) == layout.CXt_SUB && !(type & layout.CXp_MULTICALL) ?
		       cxix :
		       -1;
}

/*
 * Opens the call of context cxix if that is a sub whose call was not noticed. If the sub around it
 * was not noticed either, returns the context of that sub, whose call must be opened first; else
 * -1. inner: that is already known. The shadow is looked up again, because the verifier of 6.1 does
 * not accept a key in memory that a global function was given.
 */
__noinline int call_of_context(u64 base, s32 cxix, u64 perl_ns, bool inner)
{
	struct shadow *sh = shadow_at(base, current_ids() >> 32);
	struct context *cx;
	struct callee *c;
	s32 outer;
	u64 level;

	if (!sh)
		return -1;
	cx = &sh->work.cx;
	c = &sh->work.callee;
	level = level_of(sh->si_ord, cxix);
	if (context_read(sh->at.head.cxstack, cxix, cx) || !context_is_call(cx))
		return -1;
	outer = inner ? -1 : unseen_outer_sub(sh);
	if (outer >= 0)
		return outer;
	callee_of_cv(cx->cv ?: sh->at.left_cv, c);
	c->depth = cx->olddepth;
	sh->work.at = sh->at;
	at_caller(sh, cxix);
	if (sh->ended_ns)
		stmt_called_after_end(sh);
	stmt_catch_up(sh, perl_ns);
	sh->work.begins = cxix == sh->work.at.head.cxsubix;
	call_begin(sh, 0, call_start(perl_ns));
	sh->at = sh->work.at;
	/* Do not look at it again. */
	if (sh->level != level)
		sh->floor = level;
	return -1;
}

/*
 * Context cxix is the innermost sub or eval. If it is a sub that is not open, its call is noticed
 * now. A sub that resumes after a suspension (Future::AsyncAwait) may call others before its next
 * statement.
 */
static __always_inline void call_notice(struct shadow *sh, s32 cxix, u64 perl_ns)
{
	s32 outer;

	if (cxix < 0 || !level_is_new(sh, level_of(sh->si_ord, cxix)))
		return;
	outer = call_of_context(sh->base, cxix, perl_ns, false);
	if (outer < 0)
		return;
	call_of_context(sh->base, outer, perl_ns, true);
	call_of_context(sh->base, cxix, perl_ns, true);
}

/* Perl is at that level. Whatever is above it later will be a new call. */
static __always_inline void floor_lower(struct shadow *sh, u64 level)
{
	if (sh->floor > level)
		sh->floor = level;
}

/*
 * Perl_die is called, or the function that pp_entersub uses instead. If pp_entersub called it, it
 * has refused to call the CV on top of the argument stack. An XSUB that dies may come here, too:
 * PL_op is then still pp_entersub's, unless C code has called something else (its ops have no
 * type).
 */
static __always_inline bool call_is_refused(const struct shadow *sh)
{
	u32 type = op_type(sh->at.op);

	if (type == settings.op_entersub)
		return !(sh->top_flags & FRAME_XSUB) || sh->level != sh->at.level;
	return !type;
}

/* If pp_entersub has already pushed the context, that shows the call as usual. */
static __always_inline void call_refused(struct shadow *sh, u64 perl_ns)
{
	u64 level = sh->level;

	call_notice(sh, sh->at.head.cxsubix, perl_ns);
	if (sh->level == level)
		call_enter(sh, 0, perl_ns);
}

#endif
