/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first lines of the block and of the sub around a statement, for blocks=1: as NYTProf (6.12,
 * NYTProf.xs, _check_context) finds them, from the contexts around it.  They are the same each
 * time, so they are looked for once.
 */
#ifndef NYTPROF_STMTS_BLOCK_BPF_H
#define NYTPROF_STMTS_BLOCK_BPF_H

#include "nytprof/caches.h"
#include "nytprof/limits.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"
#include "names/file.bpf.h"

struct block_walk {
	struct shadow *sh;
	u64 file; /* as the statement's COP has it */
	u64 cxstack;
	u64 si_prev;
	s32 cxix;
	struct place at;
	bool block; /* found */
};

/* The COP that a context begins with; 0: it has none. */
static __always_inline u64 context_cop(const struct context *cx, u32 type)
{
	struct sv_head sv;
	u64 op;
	u32 is;

	if (type == layout.CXt_SUB || type == layout.CXt_FORMAT)
		op = sv_read(cx->cv, &sv) ? 0 : user_u64(sv.any + layout.xcv_start);
	else if (type == layout.CXt_BLOCK || type == layout.CXt_EVAL)
		op = cx->oldcop;
	else if (type > layout.CXt_BLOCK && type < layout.CXt_SUB)
		op = user_u64(cx->loop + layout.op_redoop);
	else
		op = 0;
	/* An op that was optimised away still has its line. */
	is = op ? op_type(op) ?: user_u32(op + layout.op_targ) : 0;
	return is == layout.OP_NEXTSTATE || is == layout.OP_DBSTATE ? op : 0;
}

/* Looks at a context that begins with this COP. Non-zero: it is the last one needed. */
static __always_inline int block_see(struct block_walk *w, const struct cop *cop, bool sub)
{
	bool same = cop->file == w->file || file_intern(w->sh->id, cop->file) == w->at.file;

	/* Perl made up code at line 0. Look further out, as NYTProf does. */
	if (same && !w->block && cop->line) {
		w->at.block_line = cop->line;
		w->block = true;
	}
	if (same && sub && cop->line)
		w->at.sub_line = cop->line;
	return sub || !same;
}

/* One step from the innermost context outwards, and on to the SI below. */
static int block_one(u32 i, void *arg)
{
	struct block_walk *w = arg;
	struct si_head *head = &w->sh->work.head;
	struct context *cx = &w->sh->work.cx;
	struct cop cop;
	u32 type;
	u64 op;

	if (w->cxix < 0) {
		if (!w->si_prev || si_read(w->si_prev, head))
			return 1;
		w->cxstack = head->cxstack;
		w->cxix = head->cxix;
		w->si_prev = head->prev;
		return 0;
	}
	if ((!w->cxix && !w->si_prev) || context_read(w->cxstack, w->cxix--, cx))
		return 1;
	type = cx->type & layout.CXTYPEMASK;
	if (w->block && type != layout.CXt_SUB)
		return 0;
	op = context_cop(cx, type);
	if (!op || cop_read(op, &cop))
		return type == layout.CXt_SUB;
	return block_see(w, &cop, type == layout.CXt_SUB);
}

/* For the statement that begins. The rest of its place is in work.place. */
static __noinline int block_find(struct shadow *sh, u64 file)
{
	struct block_walk w = { .sh = sh,
				.file = file,
				.cxstack = sh->at.head.cxstack,
				.si_prev = sh->at.head.prev,
				.cxix = sh->at.head.cxix,
				.at = sh->work.place };
	u64 before = faults;

	bpf_loop(DEPTH_MAX, block_one, &w, 0);
	sh->work.place = w.at;
	if (w.at.file && !faulted_since(before))
		cop_know(sh);
	return 0;
}

#endif
