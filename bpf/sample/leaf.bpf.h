/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What runs at the top of the stack and has no context: a builtin or an XSUB, by PL_op, and the
 * statement, by PL_curcop.
 */
#ifndef NYTPROF_LEAF_BPF_H
#define NYTPROF_LEAF_BPF_H

#include "nytprof/counts.h"
#include "nytprof/frames.h"
#include "nytprof/slow_ops.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/string.bpf.h"
#include "calls/callee_id.bpf.h"
#include "calls/frame.bpf.h"
#include "calls/slowop.bpf.h"
#include "stmts/slot.bpf.h"

/*
 * pp_entersub takes the sub off the argument stack, whose memory still has it: right above the
 * arguments, as long as the XSUB has called nothing (pp_hot.c, PP(pp_entersub), 5.14 to 5.44).
 */
static __noinline u32 leaf_xsub(struct shadow *sh)
{
	struct callee *c = &sh->work.callee;
	u64 above = 0;

	/*
	 * Before the first call with so many arguments the page there was perhaps never used: no
	 * fault.
	 */
	bpf_probe_read_user(&above, sizeof(above), (const void *)(sh->at.sp + 8));
	callee_resolve(above, sh->at.op, c);
	return c->cv && (c->flags & layout.CVf_ISXSUB) ? callee_id(sh, c) : 0;
}

/* The id of what runs, of which the statement is in work.cop; 0: an op that is shown as no sub. */
static __always_inline u32 leaf_id(struct shadow *sh)
{
	u32 type = op_type(sh->at.op), op = slow_ops[type % OP_TYPES];

	if (type == settings.op_entersub)
		return leaf_xsub(sh);
	return op && settings.slowops ? slowop_id(sh, op, &sh->work.cop) : 0;
}

#define NOLINE ((u32)-1) /* perl.h, all versions: PL_compiling before its first line */

/* Into work.leaf.  Non-zero: the statement can't be read. */
static __always_inline int leaf_read(struct shadow *sh)
{
	struct leaf *leaf = &sh->work.leaf;

	if (cop_read(sh->at.curcop, &sh->work.cop))
		return -1;
	if (sh->work.cop.line == NOLINE)
		sh->work.cop.line = 0;
	leaf->callee = leaf_id(sh);
	if (!cop_file_id(sh, &sh->work.cop))
		return -1;
	leaf->at = sh->work.place;
	return 0;
}

/* Is it the frame that the tick before has pushed, right above those that are kept? */
static __always_inline bool leaf_is_same(struct shadow *sh, u32 kept)
{
	const struct frame *f = sh->depth == kept + 1 ? frame_top(sh) : NULL;

	return f && (f->flags & FRAME_XSUB) && f->callee == sh->work.leaf.callee &&
	       f->cop == sh->at.curcop && f->level == sh->at.level;
}

static __always_inline void leaf_push(struct shadow *sh, u64 sub_ns)
{
	const struct leaf *leaf = &sh->work.leaf;
	struct frame *f = &sh->work.frame;

	__builtin_memset(f, 0, sizeof(*f));
	f->callee = leaf->callee;
	f->file = leaf->at.file;
	f->line = leaf->at.line;
	f->level = sh->at.level;
	f->si = sh->at.si;
	f->cop = sh->at.curcop;
	f->start_ns = sub_ns;
	f->flags = FRAME_XSUB | FRAME_SEEDED;
	frame_push(sh, f);
}

/* One more tick for the statement. */
static __noinline int leaf_count(struct shadow *sh)
{
	const struct place *at = &sh->work.leaf.at;
	struct stmt count = { .cnt = 1, .ns = settings.sample_ns };
	struct stmt_key key = { .interp = sh->id,
				.file = at->file,
				.line = at->line,
				.block_line = at->block_line,
				.sub_line = settings.sample_own ? sh->callee : at->sub_line,
				.part = sh->part };

	return stmt_add(sh, &key, &count);
}

#endif
