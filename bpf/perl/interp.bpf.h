/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads perl's memory through the layout; nothing else knows it.
 *
 * Everything here comes from a process that may lie or die: each read can fail,
 * each length is bounded, nothing that was read is used as an index.
 */
#ifndef NYTPROF_INTERP_BPF_H
#define NYTPROF_INTERP_BPF_H

#include "nytprof_bpf.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/memory.bpf.h"

/* 0 if it can't be read.  Global functions, as fault_at. */
__noinline u64 user_u64(u64 addr)
{
	u64 val = 0;

	if (bpf_probe_read_user(&val, sizeof(val), (const void *)addr))
		fault_count(addr);
	return val;
}

__noinline u32 user_u32(u64 addr)
{
	u32 val = 0;

	if (bpf_probe_read_user(&val, sizeof(val), (const void *)addr))
		fault_count(addr);
	return val;
}

/*
 * Into the stack first, like all that every event reads: the kernel looks up what a destination in a
 * map is before it writes there (CONFIG_HARDENED_USERCOPY), some 20 ns of 70.  In functions of their own,
 * as a stack is short (see state.bpf.h), and these are over before others are called.
 */
static __noinline int si_read(u64 si, struct si_head *head)
{
	struct si_head read;

	if (!head || user_read(&read, sizeof(read) - 4, si + layout.si_cxstack))
		return -1;
	*head = read;
	return 0;
}

/*
 * In every threaded perl from 5.18 on what an event needs of the interpreter's variables lies within so
 * many bytes: PL_stack_sp, PL_op and PL_curpad at the begin, PL_curcop, PL_curstack and PL_curstackinfo at
 * the end (intrpvar.h, 5.18 to 5.44).  One read takes 40 ns, and a byte of it next to nothing.
 */
#define VARS_SPAN 248

static __always_inline bool vars_are_near(void)
{
	return layout.multiplicity && layout.Iop == layout.Istack_sp + 8 &&
	       layout.Icurpad == layout.Iop + 8 && layout.Icurstackinfo == layout.Icurcop + 16 &&
	       layout.Icurstackinfo + 8 - layout.Istack_sp <= VARS_SPAN;
}

static __noinline int interp_read_near(struct shadow *sh)
{
	u64 vars[VARS_SPAN / 8], *curcop = vars + (layout.Icurcop - layout.Istack_sp) / 8;
	struct at *at = &sh->at;

	if (user_read(vars, layout.Icurstackinfo + 8 - layout.Istack_sp,
		      sh->base + layout.Istack_sp))
		return -1;
	at->sp = vars[0];
	at->op = vars[1];
	at->pad = vars[2];
	at->curcop = curcop[0];
	at->si = curcop[2];
	return 0;
}

/*
 * Fills in sh->at but for what PL_curstackinfo holds, and the level; .op and .sp if they are asked for.
 * Older perls, and those without threads, whose variables are apart, have no .pad.
 */
static __always_inline int interp_read(struct shadow *sh, bool op)
{
	struct at *at = &sh->at;

	if (vars_are_near())
		return interp_read_near(sh);
	return user_read(&at->curcop, 8, sh->base + layout.Icurcop) ||
	       user_read(&at->si, 8, sh->base + layout.Icurstackinfo) ||
	       (op && (user_read(&at->op, 8, sh->base + layout.Iop) ||
		       user_read(&at->sp, 8, sh->base + layout.Istack_sp)));
}

/* ---------------------------------------------------------------- statements */

static __noinline int cop_read(u64 addr, struct cop *cop)
{
	u32 file = layout.ithreads ? layout.cop_file : layout.cop_filegv;
	u64 raw[COP_SPAN / 8];
	const char *p = (const char *)raw;

	if (user_read(raw, COP_SPAN, addr + layout.cop_line))
		return -1;
	cop->addr = addr;
	cop->line = *(const u32 *)p;
	__builtin_memcpy(&cop->file, p + (file - layout.cop_line), 8);
	__builtin_memcpy(&cop->seq, p + (layout.cop_seq - layout.cop_line), 4);
	return 0;
}

static __always_inline u32 op_type(u64 op)
{
	return user_u32(op + layout.op_type_byte) & layout.op_type_mask;
}

/* ------------------------------------------------------------------ contexts */

static __always_inline long context_read(u64 cxstack, s32 cxix, struct context *cx)
{
	if (cxix < 0 || user_read(cx->raw, layout.blk_sub_olddepth + 4,
				  cxstack + (u64)(u32)cxix * layout.sizeof_CONTEXT))
		return -1;
	cx->type = *(u8 *)(cx->raw + layout.cx_type);
	cx->oldcop = *(u64 *)(cx->raw + layout.blk_oldcop);
	cx->cv = *(u64 *)(cx->raw + layout.blk_sub_cv);
	cx->retop = *(u64 *)(cx->raw + layout.blk_sub_retop);
	cx->loop = *(u64 *)(cx->raw + layout.blk_loop_my_op);
	cx->olddepth = *(s32 *)(cx->raw + layout.blk_sub_olddepth);
	return 0;
}

/* A sub that was called: not the body of a sort comparator or the like (MULTICALL). */
static __always_inline bool context_is_call(const struct context *cx)
{
	return (cx->type & layout.CXTYPEMASK) == layout.CXt_SUB &&
	       !(cx->type & layout.CXp_MULTICALL);
}

struct enclosing_sub_search {
	struct shadow *sh;
	s32 cxix;
	bool sub;
};

static int enclosing_sub_one(u32 i, void *arg)
{
	struct enclosing_sub_search *e = arg;
	struct context *cx = &e->sh->work.cx;
	u32 type;

	if (context_read(e->sh->at.head.cxstack, e->cxix, cx))
		return 1;
	type = cx->type & layout.CXTYPEMASK;
	if (type == layout.CXt_SUB || type == layout.CXt_EVAL) {
		e->sub = type == layout.CXt_SUB;
		return 1;
	}
	e->cxix--;
	return 0;
}

/* Moves sh->at to the innermost sub, unless an eval is further in, or there is none. */
static __noinline int at_enclosing_sub(struct shadow *sh)
{
	struct enclosing_sub_search e = { .sh = sh, .cxix = sh->at.head.cxix };

	bpf_loop(DEPTH_MAX, enclosing_sub_one, &e, 0);
	if (!e.sub)
		return -1;
	sh->at.head.cxix = e.cxix;
	return 0;
}

/* ---------------------------------------------------------------------- subs */

static __always_inline long sv_read(u64 addr, struct sv_head *sv)
{
	return !addr || user_read(sv, sizeof(*sv), addr);
}

static __always_inline u32 sv_type(const struct sv_head *sv)
{
	return sv->flags & layout.SVTYPEMASK;
}

static __always_inline long cv_read(u64 any, struct cv_body *body)
{
	if (user_read(body, sizeof(*body) - 4, any + layout.xmg_u))
		return -1;
	if (layout.sizeof_cv_flags_t == 2)
		body->flags &= 0xffff;
	return 0;
}

/*
 * Can the name go while the code stays?  set_subname() makes a glob that magic of the CV holds, so it is freed with
 * the closure (ListUtil.xs of Scalar-List-Utils, in perl 5.36 and 5.41).  So is the name of an XSUB that the program
 * itself has made: a constant or an accessor, with a pointer in CvXSUBANY.  XSUBs of a module that share a function
 * have a small number there (ALIAS), and stay.
 */
static __always_inline bool cv_has_own_name(const struct cv_body *body)
{
	return body->magic || ((body->flags & layout.CVf_ISXSUB) && body->start >> 16);
}

static __always_inline void callee_from_cv(u64 cv, const struct sv_head *sv, struct callee *c)
{
	struct cv_body body;

	if (sv_type(sv) != layout.SVt_PVCV || cv_read(sv->any, &body))
		return;
	if (!body.root) {
		c->stub = cv; /* AUTOLOAD will take its place, or it dies */
		return;
	}
	c->cv = cv;
	c->root = body.root;
	c->gv = body.gv;
	c->flags = body.flags;
	c->depth = body.depth;
	c->start = body.start;
	c->own_name = cv_has_own_name(&body);
}

/* Can calling this reference's target be overloaded?  HvAMAGIC only says "maybe". */
static __always_inline bool sv_may_overload(const struct sv_head *sv)
{
	struct sv_head stash;

	return (sv->flags & layout.SVs_OBJECT) &&
	       (sv_read(user_u64(sv->any + layout.xmg_stash), &stash) ||
		(stash.flags & layout.SVf_AMAGIC));
}

#define HINT_STRICT_REFS 2 /* perl.h, all versions; in op_private */

/*
 * &{"name"}, unless strict refs forbids it.  Up to 5.26 the method import, where there is none,
 * is PL_sv_yes, which perl calls without doing anything: it is a number, too.
 */
static __always_inline bool sv_is_symbol(const struct sv_head *sv, u64 op)
{
	u32 yes = layout.SVf_IOK | layout.SVf_READONLY;
	u8 private = 0;

	user_read(&private, 1, op + layout.op_private);
	return (sv->flags & layout.SVf_POK) && !(sv->flags & layout.SVs_GMG) &&
	       (sv->flags & yes) != yes && !(private & HINT_STRICT_REFS);
}

/* The CV of a glob; 0: none, or (with a gp_cvgen) a method cache's entry, not a definition. */
static __always_inline u64 gp_cv_of(u64 gp)
{
	u64 two[2]; /* gp_cv, and behind it gp_cvgen (gv.h, struct gp, 5.14 to 5.44) */

	if (user_read(two, sizeof(two), gp + layout.gp_cv))
		return 0;
	return (u32)two[1] ? 0 : two[0];
}

/*
 * Which sub pp_entersub will call for the SV on top of the stack (pp_hot.c,
 * PP(pp_entersub), 5.36).  Names, overloading, magic and AUTOLOAD are left to perl:
 * the callee stays 0.
 */
__noinline int callee_resolve(u64 addr, u64 op, struct callee *c)
{
	struct sv_head sv;
	u64 cv = addr;

	if (!c)
		return 0;
	__builtin_memset(c, 0, sizeof(*c));
	if (sv_read(addr, &sv))
		return 0;
	if ((sv.flags & (layout.SVf_ROK | layout.SVs_GMG)) == layout.SVf_ROK) {
		cv = sv.u;
		if (sv_read(cv, &sv) || sv_may_overload(&sv))
			return 0;
	} else if (sv_type(&sv) == layout.SVt_PVGV ||
		   (sv_type(&sv) == layout.SVt_PVLV && (sv.flags & layout.SVpgv_GP))) {
		cv = gp_cv_of(sv.u);
		if (sv_read(cv, &sv)) {
			c->stub = addr;
			return 0;
		}
	} else if (sv_type(&sv) != layout.SVt_PVCV && sv_is_symbol(&sv, op)) {
		c->symbol = addr;
		return 0;
	}
	callee_from_cv(cv, &sv, c);
	return 0;
}

/*
 * Does a sub that was called begin with that op, which runs now?  If it runs already, or a block while it is
 * left (defer), that is another one.
 */
static __noinline bool body_begins(u64 cv, u64 op)
{
	u64 body = cv ? user_u64(cv + layout.sv_any) : 0;

	return body && user_u64(body + layout.xcv_start) == op;
}

/* The sub whose context was pushed. */
__noinline int callee_of_cv(u64 cv, struct callee *c)
{
	struct sv_head sv;

	if (!c)
		return 0;
	__builtin_memset(c, 0, sizeof(*c));
	if (!sv_read(cv, &sv))
		callee_from_cv(cv, &sv, c);
	return 0;
}

#endif
