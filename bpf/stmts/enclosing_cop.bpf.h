/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The statement that encloses the running op.
 *
 * Nearly always it is the one of PL_curcop. But the condition of a loop, and the code after a do
 * block without variables, run while PL_curcop is still that of the block's last statement. The op
 * tree has the answer: the COP of a statement is among the siblings before it, and the last sibling
 * points to its parent (op.h, op_sibparent and op_moresib, 5.26 to 5.44, not before).
 */
#ifndef NYTPROF_STMTS_ENCLOSING_COP_BPF_H
#define NYTPROF_STMTS_ENCLOSING_COP_BPF_H

#include "nytprof/caches.h"
#include "nytprof/node_hash.h"
#include "nytprof/op_costs.h"
#include "nytprof/slow_ops.h"
#include "config.bpf.h"
#include "kernel/kernel.bpf.h"
#include "state/front.bpf.h"
#include "state/lru.bpf.h"
#include "state/maps.bpf.h"
#include "state/state.bpf.h"
#include "perl/interp.bpf.h"
#include "perl/memory.bpf.h"

#define ENCLOSING_OPS_MAX (1u << 13) /* that are looked at */
#define ENCLOSING_OP_SPAN 40 /* sizeof(OP): all that is used here but op_first */

struct enclosing_cop_search {
	u64 op; /* the running op, or one that encloses it */
	/* 0: to be found, by the siblings behind op; else those before it are looked at */
	u64 parent;
	u64 at; /* which of them */
	u64 cop; /* the last COP of those before op */
};

static int enclosing_cop_one(u32 i, void *arg)
{
	struct enclosing_cop_search *a = arg;
	u64 buf[ENCLOSING_OP_SPAN / 8], next;
	const char *p = (const char *)buf;
	bool more;
	u32 type;

	if (a->parent && a->at == a->op) {
		a->at = a->op = a->parent;
		a->parent = 0;
		return a->cop != 0;
	}
	if (!a->at || user_read(buf, ENCLOSING_OP_SPAN, a->at)) {
		a->cop = 0;
		return 1;
	}
	type = *(const u32 *)(p + layout.op_type_byte) & layout.op_type_mask;
	more = *(const u8 *)(p + layout.op_moresib_byte) & layout.op_moresib_mask;
	next = *(const u64 *)(p + layout.op_sibparent);
	if (a->parent && (type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE))
		a->cop = a->at;
	if (a->parent || more) {
		a->at = more ? next : 0;
		return 0;
	}
	a->parent = next;
	a->at = next ? user_u64(next + layout.op_first) : 0;
	return 0;
}

/*
 * An op of the calling statement, if pp_entersub's own op is not known any more: the op that the
 * call returns to. 0 if that op is behind the statement, or begins the next turn of a loop.
 */
static __always_inline u64 calling_op(u64 retop)
{
	u32 type = retop ? op_type(retop) : 0;

	if (type == layout.OP_NEXTSTATE || type == layout.OP_DBSTATE ||
	    type == settings.op_unstack || !op_costs[type % OP_TYPES] ||
	    (op_costs[type % OP_TYPES] & COST_END))
		return 0;
	return retop;
}

/*
 * The COP of the statement that contains PL_op. 0: unknown, for example where C code calls a sub
 * with an op of its own. The place of an op in the tree is looked up once.
 */
__noinline u64 enclosing_cop(struct shadow *sh)
{
	struct enclosing_cop_key key = {};
	struct enclosing_cop_search a = {};
	struct known_enclosing_cop known;
	u64 before = faults, cop;

	if (!layout.PERL_OP_PARENT || !sh || !sh->at.op)
		return 0;
	key.op = sh->at.op | sh->at.in_sub;
	key.curcop = sh->at.curcop;
	key.interp = sh->id;
	key.seq = sh->at.curcop == sh->cop ? sh->cop_seq : user_u32(sh->at.curcop + layout.cop_seq);
	if (front_get(&front_cops, (const struct front_key *)&key, &cop))
		return cop;
	if (lru_copy(&enclosing_cops, &key, &known)) {
		front_put(&front_cops, (const struct front_key *)&key, known.cop);
		return known.cop;
	}
	a.op = sh->at.in_sub ? calling_op(sh->at.op) : sh->at.op;
	a.at = a.op;
	if (a.op && bpf_loop(ENCLOSING_OPS_MAX, enclosing_cop_one, &a, CALLED) == ENCLOSING_OPS_MAX)
		a.cop = 0;
	if (faulted_since(before))
		return 0;
	known = (struct known_enclosing_cop){ .check = LRU_CHECK(&key), .cop = a.cop };
	bpf_map_update_elem(&enclosing_cops, &key, &known, BPF_ANY);
	return a.cop;
}

#endif
