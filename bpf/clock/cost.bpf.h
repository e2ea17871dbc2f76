/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cost of a statement, if its ops determine it (include/nytprof/op_costs.h). It serves to
 * measure the price of a trap.
 */
#ifndef NYTPROF_CLOCK_COST_BPF_H
#define NYTPROF_CLOCK_COST_BPF_H

#include "nytprof/counts.h"
#include "nytprof/op_costs.h"
#include "nytprof/slow_ops.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"

#define COST_OPS  16 /* ops that are looked at */
#define COST_SPAN 40 /* sizeof(OP): contains all that is used here except op_other */
#define OPp_INTRO 0x80 /* OPpLVAL_INTRO (opcode.pl, 5.14 to 5.44) */

struct cost {
	u64 op;
	u64 next; /* the COP that was reached */
	u32 sum;
	bool other; /* at the first branch, go on at op_other */
	bool branches; /* there was a branch */
	bool least;
	bool end; /* the end was reached */
};

static int cost_one(u32 i, void *arg)
{
	struct cost *c = arg;
	u64 buf[COST_SPAN / 8];
	const char *p = (const char *)buf;
	u32 type, cost;

	if (!c->op || user_read(buf, COST_SPAN, c->op))
		return 1;
	type = *(const u32 *)(p + layout.op_type_byte) & layout.op_type_mask;
	if (i && (type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE)) {
		c->next = c->op;
		c->end = true;
		return 1;
	}
	cost = op_costs[type % OP_TYPES] ?: (COST_LEAST | COST_OTHER);
	c->sum += cost & COST_MASK;
	if (cost & COST_LEAST)
		c->least = true;
	else if (*(const u8 *)(p + layout.op_private) & OPp_INTRO)
		c->sum += COST_MY;
	if (c->other && !c->branches && (cost & COST_BRANCH))
		c->op = user_u64(c->op + layout.op_other);
	else
		c->op = *(const u64 *)(p + layout.op_next);
	c->branches = c->branches || (cost & COST_BRANCH);
	c->end = cost & COST_END;
	return c->end;
}

/* Does the statement, or a loop's turn, end at this op? */
static __always_inline bool cost_is_end(u64 op)
{
	u32 type = op_type(op);

	return type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE ||
	       op_costs[type % OP_TYPES] & COST_END;
}

static __always_inline u32 cost_sum(const struct cost *c)
{
	return c->sum | (c->least || !c->end ? COST_AT_LEAST : 0);
}

/* The costs of the statement that begins with a COP. */
__noinline int costs_of(u64 cop, struct costs *costs)
{
	struct cost first = { .op = cop }, other = { .op = cop, .other = true };

	if (!costs)
		return 0;
	bpf_loop(COST_OPS, cost_one, &first, CALLED);
	costs->next = 0;
	costs->cost = costs->other = cost_sum(&first);
	if (!first.branches)
		return 0;
	bpf_loop(COST_OPS, cost_one, &other, CALLED);
	costs->next = first.next;
	costs->other = cost_sum(&other);
	if (first.next)
		return 0;
	/* Both lead into the next turn of a loop, or who knows where. */
	if (other.sum > first.sum)
		other.sum = first.sum;
	costs->cost = costs->other = other.sum | COST_AT_LEAST;
	return 0;
}

#endif
