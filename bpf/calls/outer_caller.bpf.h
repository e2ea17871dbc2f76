/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the caller when no call is open, among the contexts that are not calls. */
#ifndef NYTPROF_CALLS_OUTER_CALLER_BPF_H
#define NYTPROF_CALLS_OUTER_CALLER_BPF_H

#include "nytprof/limits.h"
#include "nytprof/names.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/state.bpf.h"
#include "perl/callee.bpf.h"
#include "perl/interp.bpf.h"
#include "names/sub.bpf.h"
#include "calls/callee_id.bpf.h"

struct outer {
	struct shadow *sh; /* the SI that is looked at is in its work.head */
	u64 cv; /* the CV of such a context, once found */
	s32 cxix;
	bool program; /* the first context of the first SI is not a string eval: the program runs */
};

/* Looks at one context, from the innermost outwards, or moves to the SI below. */
static int outer_one(u32 i, void *arg)
{
	struct outer *o = arg;
	struct si_head *head = &o->sh->work.head;
	struct context *cx = &o->sh->work.cx;
	u32 type;

	if (o->cxix < 0) {
		if (!head->prev || si_read(head->prev, head))
			return 1;
		o->cxix = head->cxix;
		return 0;
	}
	if (context_read(head->cxstack, o->cxix, cx))
		return 1;
	type = cx->type & layout.CXTYPEMASK;
	if (type == layout.CXt_FORMAT ||
	    (type == layout.CXt_SUB && !(cx->type & layout.CXp_SUB_RE))) {
		o->cv = cx->cv;
		return 1;
	}
	if (!o->cxix && !head->prev)
		o->program = type != layout.CXt_EVAL || (cx->type & layout.CXp_TRYBLOCK);
	o->cxix--;
	return 0;
}

/*
 * The caller when no call is open: the comparator of a sort, the body of a MULTICALL, or a format,
 * but not a code block of a pattern. Else it is the main program, or nothing while that is being
 * compiled. NYTProf finds it in the same way (NYTProf.xs 6.12, current_cv).
 */
__noinline u32 outer_caller(struct shadow *sh)
{
	struct outer o = { .sh = sh };
	const struct si_head *head;

	if (!sh)
		return 0;
	head = &sh->at.head;
	o.cxix = head->cxix;
	/* Nearly always it is the main program, and there is no sub. */
	if (layout.si_cxsubix && !head->prev && head->cxsubix < 0)
		return head->cxix < 0 ? SUB_NULL : SUB_RUNTIME;
	sh->work.head = *head;
	bpf_loop(DEPTH_MAX, outer_one, &o, CALLED);
	if (o.cv) {
		callee_of_cv(o.cv, &sh->work.outer);
		return sh->work.outer.cv ? callee_id(sh, &sh->work.outer) :
					   sub_intern(sh->id, o.cv);
	}
	return o.program ? SUB_RUNTIME : SUB_NULL;
}

#endif
