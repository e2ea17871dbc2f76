// SPDX-License-Identifier: GPL-2.0-or-later
/* The ways through a function, and what lies on all of them. */
#include "leave.h"

#include <stddef.h>
#include <stdlib.h>

#include "target/arch.h"
#include "target/code.h"
#include "target/decode.h"

#define NODES_MAX 1024 /* instructions */
#define NOWHERE	  (-1)

struct node {
	struct insn insn;
	int next; /* behind it, NOWHERE: it does not go on there */
	int target; /* of a jump or branch */
};

struct ways {
	const struct code *code;
	struct node nodes[NODES_MAX]; /* the first is the entry */
	int cnt;
};

/* The node of an address; new ones are made, and still have to be followed. */
static int node_at(struct ways *w, uint64_t vaddr)
{
	struct node *n;
	int i;

	for (i = 0; i < w->cnt; i++) {
		if (w->nodes[i].insn.vaddr == vaddr)
			return i;
	}
	if (w->cnt == NODES_MAX)
		return NOWHERE;
	n = &w->nodes[w->cnt];
	if (!code_insn(w->code, vaddr, &n->insn))
		return NOWHERE;
	n->next = n->target = NOWHERE;
	return w->cnt++;
}

/* Follows all ways from the entry; false if there are too many. */
static bool ways_find(struct ways *w, uint64_t entry)
{
	int i, to;

	node_at(w, entry);
	for (i = 0; i < w->cnt; i++) {
		const struct insn insn = w->nodes[i].insn;

		if (insn.flow == FLOW_JUMP || insn.flow == FLOW_BRANCH) {
			to = node_at(w, insn.target);
			w->nodes[i].target = to;
		}
		if (insn.flow != FLOW_JUMP && insn.flow != FLOW_OTHER) {
			to = node_at(w, insn.vaddr + insn.size);
			w->nodes[i].next = to;
		}
	}
	return w->cnt && w->cnt < NODES_MAX;
}

/* Is there a way from one node to another that does not come by a third one? */
static bool leads(const struct ways *w, int from, int to, int without)
{
	bool seen[NODES_MAX] = {};
	int todo[NODES_MAX], cnt = 0, i;

	if (from != without)
		todo[cnt++] = from;
	while (cnt) {
		const struct node *n = &w->nodes[todo[--cnt]];
		const int on[] = { n->next, n->target };

		if (n == &w->nodes[to])
			return true;
		for (i = 0; i < 2; i++) {
			if (on[i] == NOWHERE || on[i] == without || seen[on[i]])
				continue;
			seen[on[i]] = true;
			todo[cnt++] = on[i];
		}
	}
	return false;
}

/* From the entry on. */
static bool reaches(const struct ways *w, int to, int without)
{
	return leads(w, 0, to, without);
}

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
		if (!w->nodes[i].insn.emulable || reaches(w, pop, i))
			continue;
		if (last == NOWHERE || !reaches(w, i, last))
			last = i;
	}
	return last;
}

/* Does the caller get its register back there, right before the return? */
static bool is_restored(const struct ways *w, int at, int gpr)
{
	if (!(w->nodes[at].insn.unstacked & 1u << gpr))
		return false;
	while (at != NOWHERE && w->nodes[at].insn.flow == FLOW_NEXT)
		at = w->nodes[at].next;
	return at != NOWHERE && w->nodes[at].insn.returns;
}

/* Does the register of the first argument still hold it there? */
static bool has_argument(const struct ways *w, int at)
{
	int argument = decoder_arch(w->code->decoder)->args[0], i;

	for (i = 0; i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;
		bool changes = insn->written & 1u << argument || insn->flow == FLOW_CALL ||
			       insn->flow == FLOW_CALL_PTR;

		if (changes && leads(w, i, at, NOWHERE))
			return false;
	}
	return true;
}

/*
 * Registers that are copies of the first argument there: nothing else is ever put into them but, at the
 * function's end, the caller's.
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
				copied = copied || (has_argument(w, i) && !reaches(w, where, i));
			else if (insn->written & 1u << *reg && !is_restored(w, i, *reg))
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
	struct ways *w = calloc(1, sizeof(*w));
	int pop = NOWHERE, last = NOWHERE;

	if (!w)
		return false;
	w->code = code;
	if (ways_find(w, f->start))
		pop = find_pop(w, cxix);
	if (pop != NOWHERE)
		last = find_last(w, pop);
	if (last != NOWHERE) {
		end->where = w->nodes[last].insn;
		end->my_perl = find_held(w, last);
		end->cv = find_cv(w, last, cv);
	}
	free(w);
	return last != NOWHERE && end->cv;
}
