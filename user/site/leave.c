// SPDX-License-Identifier: GPL-2.0-or-later
/* What lies on all the ways to where a sub's context is popped. */
#include "site/leave.h"

#include <stddef.h>

#include "machine/arch.h"
#include "machine/decode.h"
#include "site/code.h"
#include "site/flow_graph.h"
#include "site/site_parts.h"

/* Where the context is popped: the one place that changes si_cxix. */
static int find_pop(const struct ways *w, uint32_t cxix)
{
	int i, pop = NOWHERE;

	for (i = 0; i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;

		if (!insn->stores || insn->base < 0 || !insn_accesses(insn, cxix))
			continue;
		if (pop != NOWHERE)
			return NOWHERE;
		pop = i;
	}
	return pop;
}

/* The cheap instruction on all ways to the pop that is nearest to it. */
static int find_last(const struct ways *w, int pop)
{
	int i, last = NOWHERE;

	for (i = 0; i < w->cnt; i++) {
		if (!insn_is_cheap(&w->nodes[i].insn) || ways_reach(w, pop, i))
			continue;
		if (last == NOWHERE || !ways_reach(w, i, last))
			last = i;
	}
	return last;
}

/* Does the register of the first argument still hold it there? */
static bool has_argument(const struct ways *w, int at)
{
	int argument = decoder_arch(w->code->decoder)->args[0], i;

	for (i = 0; i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;
		bool changes = insn->written & 1u << argument || insn->flow == FLOW_CALL ||
			       insn->flow == FLOW_CALL_PTR;

		if (changes && ways_lead(w, i, at, NOWHERE))
			return false;
	}
	return true;
}

/*
 * Registers that are copies of the first argument there: on no way to there anything else is put into
 * them.  At the function's end they get the caller's values back, and on a way that ends in
 * Perl_croak_nocontext (5.44), which takes no my_perl, they may get any.
 */
static uint32_t find_held(const struct ways *w, int where)
{
	const struct arch *arch = decoder_arch(w->code->decoder);
	uint32_t held = 0;
	const int *reg;
	int i;

	for (reg = arch->kept; *reg != GPR_NONE; reg++) {
		bool copied = false, other = false;

		for (i = 0; i < w->cnt; i++) {
			const struct insn *insn = &w->nodes[i].insn;

			if (insn->mov_to == *reg && insn->mov_from == arch->args[0])
				copied = copied || (has_argument(w, i) && !ways_reach(w, where, i));
			else if (insn->written & 1u << *reg && ways_lead(w, i, where, NOWHERE))
				other = true;
		}
		if (copied && !other)
			held |= 1u << *reg;
	}
	return held;
}

/* The register that the CV was loaded into on the straight line to there. */
static uint32_t find_cv(const struct ways *w, int where, uint32_t cv)
{
	uint32_t reg;
	int i, at, to;

	for (i = 0; i < w->cnt; i++) {
		const struct insn *load = &w->nodes[i].insn;

		if (load->base < 0 || !insn_accesses(load, cv))
			continue;
		to = load->load_to[load->disp != (int64_t)cv];
		if (to < 0 || !(1u << to & decoder_arch(w->code->decoder)->cv))
			continue;
		reg = 1u << to;
		for (at = w->nodes[i].next; at != NOWHERE && at != where; at = w->nodes[at].next) {
			if (w->nodes[at].insn.flow != FLOW_NEXT || w->nodes[at].insn.written & reg)
				break;
		}
		if (at == where && where != NOWHERE)
			return reg;
	}
	return 0;
}

bool leave_end(const struct code *code, const struct function *f, uint32_t cxix, uint32_t cv,
	       struct leave_end *end)
{
	struct ways *w = ways_new(code, f->start);
	int pop = w ? find_pop(w, cxix) : NOWHERE;
	int last = pop == NOWHERE ? NOWHERE : find_last(w, pop);

	if (last != NOWHERE) {
		end->where = w->nodes[last].insn;
		end->my_perl = find_held(w, last);
		end->cv = find_cv(w, last, cv);
	}
	ways_free(w);
	return last != NOWHERE && end->cv;
}
