/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a statement takes, if that can be told from its ops (include/op_costs.h): a measure for
 * what a trap takes.
 */
#ifndef NYTPROF_COST_BPF_H
#define NYTPROF_COST_BPF_H

#define COST_OPS  16 /* that are looked at */
#define COST_SPAN 40 /* sizeof(OP): all that is used here */
#define OPp_INTRO 0x80 /* OPpLVAL_INTRO (opcode.pl, 5.14 to 5.42) */

struct cost {
	u64 op;
	u32 sum;
	bool least;
	bool end; /* reached */
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
		c->end = true;
		return 1;
	}
	cost = op_costs[type % OP_TYPES] ?: (COST_LEAST | COST_OTHER);
	c->sum += cost & COST_MASK;
	if (cost & COST_LEAST)
		c->least = true;
	else if (*(const u8 *)(p + layout.op_private) & OPp_INTRO)
		c->sum += COST_MY;
	c->op = *(const u64 *)(p + layout.op_next);
	c->end = i && (cost & COST_END);
	return c->end;
}

/* Does a statement end at this op, or before it? */
static __always_inline bool cost_is_end(u64 op)
{
	return op_costs[op_type(op) % OP_TYPES] & COST_END;
}

static __noinline u32 cost_of(u64 cop)
{
	struct cost c = { .op = cop };

	bpf_loop(COST_OPS, cost_one, &c, 0);
	return c.sum | (c.least || !c.end ? COST_AT_LEAST : 0);
}

#endif
