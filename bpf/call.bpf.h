/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls: enter, leave, and all the ways out that nobody announces.
 *
 * Leaving has two steps.  When control leaves a sub (leavesub, die, goto), perl
 * first frees what the sub held, and destructors that run then are called by that
 * sub: its context is still on the stack.  So the frame is only marked as left, at
 * that time; it is popped at the next event at which its context is gone, and what
 * ran in between moved its end.
 */
#ifndef NYTPROF_CALL_BPF_H
#define NYTPROF_CALL_BPF_H

static __noinline int call_add_new(struct shadow *sh, struct calls_map *map,
				   const struct call_key *key, const struct call *call)
{
	struct pressure *p = pressure_now();

	if (bpf_map_update_elem(map, key, call, BPF_NOEXIST))
		loss_count(sh->id, LOSS_CALLS);
	else if (p)
		p->calls++;
	return 0;
}

/* Adds one call that took incl ns, of which below in subs it called. */
static __always_inline void call_add(struct shadow *sh, const struct frame *f, u64 parent, s64 incl)
{
	struct call_key key = { .parent = parent,
				.interp = sh->id,
				.caller = f->caller,
				.callee = f->callee,
				.file = f->file,
				.line = f->line,
				.part = sh->part };
	struct call add = { .cnt = !(f->flags & FRAME_SEEDED),
			    .incl_ns = f->rec ? 0 : incl,
			    .excl_ns = incl - f->below_ns,
			    .reci_ns = f->rec ? incl : 0,
			    .rec_depth = f->rec };
	struct calls_map *map = calls_now();
	struct call *call;

	if (!map)
		return;
	call = bpf_map_lookup_elem(map, &key);
	if (!call) {
		call_add_new(sh, map, &key, &add);
		return;
	}
	call->cnt += add.cnt;
	call->incl_ns += add.incl_ns;
	call->excl_ns += add.excl_ns;
	call->reci_ns += add.reci_ns;
	if (call->rec_depth < add.rec_depth)
		call->rec_depth = add.rec_depth;
}

/*
 * Ends the innermost open call, at the time it was left or else at sub.  One without
 * a callee did not happen: perl refused to call what it was given.
 */
__noinline int frame_pop(struct shadow *sh, u64 sub)
{
	struct frame *f = sh ? frame_top(sh) : NULL, *below;
	u64 end;
	s64 incl;

	if (!f)
		return 0;
	below = sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;
	sh->depth--;
	shadow_set_top(sh, below);
	if (!f->callee)
		return 0;
	end = f->left ?: sub;
	incl = end - f->start;
	call_add(sh, f, sh->node, incl);
	if (below) {
		below->below_ns += incl;
		if (below->left && (s64)(end - below->left) > 0)
			below->left = end;
	}
	return 0;
}

/* --------------------------------------------- the shadow against perl's stacks */

enum settle_at {
	AT_STMT, /* perl code runs at this level */
	AT_CALL, /* a call is about to be made, perhaps by an XSUB at this level */
	AT_XSUB_RET,
};

struct settle {
	struct shadow *sh;
	u64 sub;
	u64 sp; /* AT_CALL: the C stack at the probed function; 0: unknown */
	u32 kind;
	u32 pad;
};

/*
 * Is the C function at the top over, though nothing told?  It has died, and perl runs on; what is
 * called now is called from where it was, and not from in it.  Both are on one C stack: see stack.bpf.h.
 */
static __always_inline bool xsub_is_over(struct shadow *sh, u64 sp)
{
	struct frame *f = sp ? frame_top(sh) : NULL;

	return f && sp >= f->cv;
}

/*
 * Has the context of this frame, which control has left, been popped?  If there is one in its
 * place, it may be that of a block which was entered since.
 */
static __noinline bool frame_is_gone(struct shadow *sh, const struct frame *f)
{
	struct si_head *head = &sh->work.head;
	struct context *cx = &sh->work.cx;

	if (si_read(f->si, head))
		return false;
	if (level_cxix(f->level) > head->cxix)
		return true;
	if (f->flags & FRAME_XSUB)
		return f->si == sh->at.si && f->level >= sh->at.level;
	return !context_read(head->cxstack, level_cxix(f->level), cx) &&
	       (!context_is_call(cx) || cx->cv != f->cv);
}

/* Takes the callee from the context that the call has pushed. */
static __always_inline int frame_identify(struct shadow *sh, struct frame *f)
{
	struct si_head *head = &sh->work.head;
	struct callee *c = &sh->work.callee;
	struct context *cx = &sh->work.cx;

	if (si_read(f->si, head) || context_read(head->cxstack, level_cxix(f->level), cx) ||
	    !context_is_call(cx))
		return -1;
	if (!cx->cv && f->level == sh->at.level)
		cx->cv = sh->at.left_cv;
	if (f->cv == cx->cv)
		return -1; /* goto has found no sub to put into the place of this one */
	callee_of_cv(cx->cv, c);
	if (!c->cv)
		return -1;
	f->cv = c->cv;
	f->callee = callee_id(sh, c);
	f->rec = cx->olddepth > 0 ? cx->olddepth : 0;
	return f->callee ? 0 : -1;
}

/*
 * The top frame's callee was left to perl.  If perl has pushed a context for it by now, that
 * tells; else it has called a C function, or is about to die, under the name it was asked for.
 */
static __noinline int settle_unknown(struct shadow *sh)
{
	struct frame *f = frame_top(sh);
	struct frame *below = sh->depth > 1 ? frame_at(sh, sh->depth - 2) : NULL;

	if (!f || frame_identify(sh, f))
		return -1;
	f->flags &= ~FRAME_UNKNOWN;
	f->node = node_hash(below ? below->node : NODE_ROOT, f->callee);
	shadow_set_top(sh, f);
	return 0;
}

/* Looks at the innermost frame: 0 if it was popped and the next is to be looked at. */
static int settle_one(u32 i, void *arg)
{
	struct settle *s = arg;
	struct shadow *sh = s->sh;
	struct frame *f;

	if (!sh->depth)
		return 1;
	if (sh->level > sh->at.level) {
		/* An unknown sub without a context, of which the C function has returned just now. */
		bool returns = s->kind == AT_XSUB_RET && (sh->top_flags & FRAME_UNKNOWN);

		if (returns && !sh->callee)
			loss_count(sh->id, LOSS_UNKNOWN);
		frame_pop(sh, s->sub);
		return returns;
	}
	if ((sh->top_flags & FRAME_XSUB) && sh->level == sh->at.level &&
	    (s->kind != AT_CALL || xsub_is_over(sh, s->sp))) {
		frame_pop(sh, s->sub);
		return s->kind == AT_XSUB_RET;
	}
	if ((sh->top_flags & FRAME_UNKNOWN) && settle_unknown(sh))
		return 1;
	if (sh->top_flags & FRAME_LEFT) {
		f = frame_top(sh);
		if (f && frame_is_gone(sh, f)) {
			frame_pop(sh, s->sub);
			return 0;
		}
	}
	return 1;
}

/* Drops the frames whose calls have ended by now. */
static __always_inline void shadow_settle_at(struct shadow *sh, u64 sub, enum settle_at kind,
					     u64 sp)
{
	struct settle s = { .sh = sh, .sub = sub, .sp = sp, .kind = kind };

	if (sh->level <= sh->at.level && !(sh->top_flags & ~FRAME_SEEDED))
		return;
	bpf_loop(DEPTH_MAX, settle_one, &s, 0);
}

static __always_inline void shadow_settle(struct shadow *sh, u64 sub, enum settle_at kind)
{
	shadow_settle_at(sh, sub, kind, 0);
}

/* ------------------------------------------------------------------------ enter */

/* The calling statement, into the frame; non-zero if it can't be read. */
static __always_inline long frame_set_caller(struct shadow *sh, struct frame *f)
{
	struct cop *cop = &sh->work.cop;

	/* Nearly always that which was entered last, and whose memory is the same: it is what runs. */
	if (sh->stmt.file && sh->at.curcop == sh->cop && sh->cop != sh->base + layout.Icompiling) {
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
		f->callee = callee_id(sh, c);
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

/* Opens the call that a frame describes, from here on. */
static __always_inline int call_open(struct shadow *sh, u64 perl)
{
	struct frame *f = &sh->work.frame;

	f->si = sh->at.si;
	f->start = clock_sub(sh, perl);
	if (!(f->flags & (FRAME_XSUB | FRAME_UNKNOWN)))
		clock_trap_costs(sh, TRAP_CALL, COST_CALL);
	if (!sh->depth)
		f->caller = outer_caller(sh);
	/* Global destruction: NYTProf's profile has ended by then, and ours ends here. */
	if (f->caller == SUB_NULL &&
	    user_u32(sh->base + layout.Iphase) == layout.PERL_PHASE_DESTRUCT) {
		stmt_end(sh, perl);
		return 0;
	}
	return frame_push(sh, f);
}

/* pp_entersub is about to call what is on top of the argument stack. */
static __noinline int call_enter(struct shadow *sh, u64 sp, u64 perl)
{
	struct callee *c = &sh->work.callee;
	struct frame *f = &sh->work.frame;
	const struct at *at = &sh->at;

	__builtin_memset(f, 0, sizeof(*f));
	if (sh->ended)
		stmt_called_after_end(sh);
	stmt_catch_up(sh, perl);
	callee_resolve(user_u64(at->sp), at->op, c);
	if (sh->paused)
		return frame_set_callee(sh, f, c) ? 0 : control_called(sh, f->callee, perl);
	if (frame_set_callee(sh, f, c) || frame_set_caller(sh, f)) {
		loss_count(sh->id, LOSS_UNKNOWN);
		return 0;
	}
	f->level = at->level + !(f->flags & FRAME_XSUB);
	if (f->flags & FRAME_XSUB)
		f->cv = sp;
	call_open(sh, perl);
	return control_called(sh, f->callee, perl);
}

/* Is the op that runs goto &sub?  Else it is goto LABEL, or an expression that gives a label. */
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
 * goto &DB::enable_profile and the like.  NYTProf's are XSUBs, for which pp_goto first pops the sub
 * that it leaves: the statement that is begun is the one that called that.
 */
static __always_inline int goto_control(struct shadow *sh, u32 callee, u64 perl)
{
	struct context *cx = &sh->work.cx;

	if (callee == SUB_ENABLE && !at_enclosing_sub(sh) &&
	    !context_read(sh->at.head.cxstack, sh->at.head.cxix, cx))
		sh->at.curcop = cx->oldcop;
	return control_called(sh, callee, perl);
}

/*
 * goto &sub: the sub that runs ends here, the new one takes its place on perl's
 * stack and has the same caller; it is called at the line of the goto.  For an XSUB
 * perl pops the context first (pp_ctl.c, PP(pp_goto), 5.36).
 */
static __noinline int call_goto(struct shadow *sh, u64 sp, u64 sub, u64 perl)
{
	struct callee *c = &sh->work.callee;
	struct frame *f = &sh->work.frame;
	struct frame *old = frame_top(sh);
	const struct at *at = &sh->at;

	if (!op_is_goto_sub(at))
		return 0;
	__builtin_memset(f, 0, sizeof(*f));
	callee_resolve(user_u64(at->sp), at->op, c);
	/* The sub that it leaves is not open here: it may have been called while nothing was recorded. */
	if (!old || old->si != at->si || (sh->top_flags & FRAME_LEFT))
		return frame_set_callee(sh, f, c) ? 0 : goto_control(sh, f->callee, perl);
	if (frame_set_callee(sh, f, c) || frame_set_caller(sh, f)) {
		loss_count(sh->id, LOSS_UNKNOWN);
		return 0;
	}
	f->si = at->si;
	f->start = sub;
	f->caller = old->caller;
	f->cop = old->cop;
	f->resume = old->resume;
	f->level = old->level;
	/* A sub without a body: AUTOLOAD will run, or goto dies, and nothing has been called. */
	if (f->flags & FRAME_UNKNOWN) {
		f->cv = old->cv;
		f->callee = 0;
	}
	if (f->rec && c->cv == old->cv)
		f->rec--; /* perl takes back the old call's depth before it adds the new one's */
	if (f->flags & FRAME_XSUB) {
		f->level--;
		f->cv = sp;
	}
	frame_pop(sh, sub);
	if (!sh->paused)
		frame_push(sh, f);
	return goto_control(sh, f->callee, perl);
}

/* ------------------------------------------------------------------------ leave */

/* The sub of the top context, which is in work.cx, returns to the program that perl is part of. */
static __always_inline bool call_is_from_host(struct shadow *sh, u32 depth)
{
	const struct context *cx = &sh->work.cx;

	return !cx->retop && sh->depth == depth && host_is_below(sh, sh->at.head.cxix, cx->oldcop);
}

/*
 * The sub of the top context returns.  The statement that called it goes on; of a
 * destructor that ran while its caller was being left, that caller's.
 */
static __noinline int call_leave(struct shadow *sh, u64 perl)
{
	struct frame *f = frame_top(sh), *below;
	struct context *cx = &sh->work.cx;
	u64 oldcop, retop;
	u32 i;

	if (context_read(sh->at.head.cxstack, sh->at.head.cxix, cx)) {
		loss_count(sh->id, LOSS_READ);
		return 0;
	}
	if (!context_is_call(cx))
		return 0; /* the body of a sort or the like: it will run again */
	oldcop = cx->oldcop;
	retop = cx->retop;
	if (!f || sh->level != sh->at.level || (sh->top_flags & FRAME_XSUB)) {
		/* Its call was not seen: an XS module has its own way to call subs. */
		return call_is_from_host(sh, 0) ? stmt_leave_perl(sh, perl) :
						  stmt_resume_cop(sh, oldcop, oldcop, perl);
	}
	if (f->resume.file && call_is_from_host(sh, 1))
		f->resume.file = 0;
	f->left = clock_sub(sh, perl) ?: 1;
	sh->top_flags |= FRAME_LEFT;
	for (i = 2; i < 6 && i <= sh->depth; i++) {
		below = frame_at(sh, sh->depth - i);
		if (!below || !below->left)
			break;
		f = below;
	}
	if (!f->resume.file)
		return stmt_leave_perl(sh, perl);
	stmt_resume(sh, &f->resume, f->cop, perl);
	/* Behind a call that is all of its statement comes the next one.  Looking takes a read: some will do. */
	i = sh->events % LEARN_EVERY;
	clock_trap_costs(sh, TRAP_LEAVE, !i && cost_is_end(retop) ? COST_LEAVE : 0);
	return 0;
}

struct unwind {
	struct shadow *sh;
	u64 level; /* what is above it is left */
	u64 sub;
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
	if (!f->left)
		f->left = u->sub;
	u->i--;
	return 0;
}

/*
 * dounwind(cxix): die, last, exit and the like leave every context above cxix.  An
 * XSUB at that very level has died as well: it was called in the eval that catches.
 */
static __noinline int call_unwind(struct shadow *sh, s32 cxix, u64 sub)
{
	struct unwind u = {
		.sh = sh, .level = level_of(sh->si_ord, cxix), .sub = sub ?: 1, .i = sh->depth
	};

	bpf_loop(DEPTH_MAX, unwind_one, &u, 0);
	shadow_set_top(sh, frame_top(sh));
	return 0;
}

static int pop_one(u32 i, void *arg)
{
	struct stack_walk *w = arg;

	if (!w->sh->depth)
		return stack_take(w);
	frame_pop(w->sh, w->sub);
	return 0;
}

/* The interpreter ends with all that is open, on whatever stack. */
static __always_inline void call_end_all(struct shadow *sh, u64 sub)
{
	struct stack_walk w = { .sh = sh, .sub = sub, .ran = sh->stack };

	bpf_loop(DEPTH_MAX, pop_one, &w, 0);
}

#endif
