/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads perl's memory through the layout: the interpreter's variables, COPs and contexts.
 *
 * Everything here comes from a process that may lie or die.  Each read can fail, each length is
 * bounded, and nothing that was read is used as an index.
 */
#ifndef NYTPROF_PERL_INTERP_BPF_H
#define NYTPROF_PERL_INTERP_BPF_H

#include "nytprof/limits.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/memory.bpf.h"

/*
 * Into the stack first, like all that every event reads: the kernel looks up what a destination in
 * a map is before it writes there (CONFIG_HARDENED_USERCOPY), some 20 ns of 70.  In functions of
 * their own, as a stack is short (see state/state.bpf.h), and these are over before others are
 * called.
 */
__noinline int si_read(u64 si, struct si_head *head)
{
	struct si_head read;

	if (!head || user_read(&read, sizeof(read) - 4, si + layout.si_cxstack))
		return -1;
	*head = read;
	return 0;
}

/*
 * In every threaded perl from 5.18 on what an event needs of the interpreter's variables lies
 * within so many bytes: PL_stack_sp, PL_op and PL_curpad at the begin, PL_curcop, PL_curstack and
 * PL_curstackinfo at the end (intrpvar.h, 5.18 to 5.44).  One read takes 40 ns, and a byte of it
 * next to nothing.
 */
#define VARS_SPAN 248

static __always_inline bool vars_are_near(void)
{
	return layout.multiplicity && layout.Iop == layout.Istack_sp + 8 &&
	       layout.Icurpad == layout.Iop + 8 && layout.Icurstackinfo == layout.Icurcop + 16 &&
	       layout.Icurstackinfo + 8 - layout.Istack_sp <= VARS_SPAN;
}

__noinline int interp_read_near(struct shadow *sh)
{
	u64 vars[VARS_SPAN / 8], *curcop = vars + (layout.Icurcop - layout.Istack_sp) / 8;
	struct at *at = &sh->at;

	if (!sh || user_read(vars, layout.Icurstackinfo + 8 - layout.Istack_sp,
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
 * PL_op and PL_curpad alone. Of so few bytes the copy is on the program's own stack, which the kernel
 * knows at once; a larger stack is memory of its own (since 6.13: BPF_PRIV_STACK_MIN_SIZE).
 */
__noinline int interp_read_op(struct shadow *sh)
{
	u64 vars[2];

	if (!sh || user_read(vars, sizeof(vars), sh->base + layout.Iop))
		return -1;
	sh->at.op = vars[0];
	sh->at.pad = vars[1];
	return 0;
}

/* PL_curstackinfo alone. */
static __always_inline void interp_read_si(struct shadow *sh)
{
	sh->at.si = user_u64(sh->base + layout.Icurstackinfo);
}

/*
 * Fills in sh->at but for what PL_curstackinfo holds, and the level; .op and .sp if they are asked
 * for.  Older perls, and those without threads, whose variables are apart, have no .pad.
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

__noinline int cop_read(u64 addr, struct cop *cop)
{
	u32 file = layout.ithreads ? layout.cop_file : layout.cop_filegv;
	u64 raw[COP_SPAN / 8];
	const char *p = (const char *)raw;

	if (!cop || user_read(raw, COP_SPAN, addr + layout.cop_line))
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

/* What is read of a context at that place in the program's own memory. */
static __always_inline void context_take(const char *raw, struct context *cx)
{
	cx->type = *(u8 *)(raw + layout.cx_type);
	cx->oldcop = *(u64 *)(raw + layout.blk_oldcop);
	cx->cv = *(u64 *)(raw + layout.blk_sub_cv);
	cx->retop = *(u64 *)(raw + layout.blk_sub_retop);
	cx->loop = *(u64 *)(raw + layout.blk_loop_my_op);
	cx->olddepth = *(s32 *)(raw + layout.blk_sub_olddepth);
}

static __always_inline long context_read(u64 cxstack, s32 cxix, struct context *cx)
{
	if (cxix < 0 || user_read(cx->raw, layout.blk_sub_olddepth + 4,
				  cxstack + (u64)(u32)cxix * layout.sizeof_CONTEXT))
		return -1;
	context_take(cx->raw, cx);
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
__noinline int at_enclosing_sub(struct shadow *sh)
{
	struct enclosing_sub_search e = { .sh = sh };

	if (!sh)
		return -1;
	e.cxix = sh->at.head.cxix;
	bpf_loop(DEPTH_MAX, enclosing_sub_one, &e, CALLED);
	if (!e.sub)
		return -1;
	sh->at.head.cxix = e.cxix;
	return 0;
}

static __always_inline bool op_is_cop(u64 op)
{
	u32 type = op_type(op);

	return type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE;
}

/* The first COP that is executed from op on: the ops before it are few. */
static __noinline int first_cop(u64 op, struct cop *cop)
{
	u32 i;

	for (i = 0; i < 8 && op; i++) {
		if (op_is_cop(op))
			return cop_read(op, cop);
		op = user_u64(op + layout.op_next);
	}
	return -1;
}

#endif
