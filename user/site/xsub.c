// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of XSUBs: where all of them come out, and what only they come by before. */
#include "site/xsub.h"

#include <stddef.h>
#include <string.h>

#include "elf/elf.h"
#include "machine/arch.h"
#include "machine/decode.h"
#include "site/code.h"
#include "site/flow_graph.h"
#include "site/site_parts.h"

/* Where the registers' values were loaded from, as far as it is known: the displacements. */
struct loads {
	int64_t disp[GPR_MASK];
};

#define LOADED_NOWHERE (-1)

static void loads_step(struct loads *l, const struct insn *insn)
{
	int i;

	for (i = 0; i < GPR_MASK; i++) {
		if (insn->written & 1u << i)
			l->disp[i] = LOADED_NOWHERE;
	}
	for (i = 0; i < 2; i++) {
		if (insn->load_to[i] >= 0 && insn->base >= 0)
			l->disp[insn->load_to[i]] = insn->disp + i * (int)insn->pair;
	}
}

/*
 * CvXSUB(cv)(aTHX_ cv), of which compilers make up to three copies: the function's address
 * comes from the CV's body, in a register or directly.  On x86-64 no other call in pp_entersub and
 * pp_goto of all perls looked at (Debian's 5.32 to 5.44) goes through a register; one that did
 * would only cost a trap.  On arm64 all do that go to an address in memory (hooks, get-magic), and
 * there the load is right before the call.
 */
static bool is_xsub_call(const struct arch *arch, const struct loads *loads,
			 const struct insn *insn, uint32_t xcv_root)
{
	if (insn->flow != FLOW_CALL_PTR)
		return false;
	if (insn->via >= 0)
		return arch->calls_memory || loads->disp[insn->via] == (int64_t)xcv_root;
	return insn->memory && insn->base >= 0 && insn->disp == (int64_t)xcv_root;
}

#define JOINS_MAX 8 /* first calls that are looked at */
#define WAYS_MAX  64 /* branches that are followed */
#define WAY_MAX	  64 /* instructions on one way */

struct joins {
	struct insn calls[JOINS_MAX];
	unsigned reached[JOINS_MAX]; /* from behind so many copies */
	size_t cnt;
	unsigned copies;
	uint64_t seen[WAYS_MAX]; /* starts of ways, of this copy */
	size_t seen_cnt;
};

static void joins_add(struct joins *j, const struct insn *call)
{
	size_t i;

	for (i = 0; i < j->cnt; i++) {
		if (j->calls[i].vaddr == call->vaddr) {
			/* Once for each copy: it may be reached on several ways. */
			if (j->reached[i] < j->copies)
				j->reached[i]++;
			return;
		}
	}
	if (j->cnt < JOINS_MAX) {
		j->calls[j->cnt] = *call;
		j->reached[j->cnt++] = 1;
	}
}

static void joins_follow(const struct code *code, struct joins *j, const struct function *f,
			 uint64_t at)
{
	struct insn insn;
	size_t i;
	int steps;

	for (i = 0; i < j->seen_cnt; i++) {
		if (j->seen[i] == at)
			return;
	}
	if (j->seen_cnt == WAYS_MAX)
		return;
	j->seen[j->seen_cnt++] = at;
	for (steps = 0;
	     steps < WAY_MAX && at >= f->start && at < f->end && code_insn(code, at, &insn);
	     steps++) {
		at += insn.size;
		if (insn.flow == FLOW_CALL) {
			joins_add(j, &insn);
			return;
		}
		if (insn.flow == FLOW_OTHER || insn.flow == FLOW_CALL_PTR)
			return;
		if (insn.flow == FLOW_BRANCH)
			joins_follow(code, j, f, insn.target);
		if (insn.flow == FLOW_JUMP)
			at = insn.target;
	}
}

/* Of the calls that are reached from everywhere the one of pop_scope, if several are. */
static const struct insn *joins_choose(const struct code *code, const struct joins *j)
{
	const struct insn *chosen = NULL;
	uint64_t pop_scope = 0;
	size_t i, cnt = 0;

	elf_symbol(code->elf, "Perl_pop_scope", &pop_scope, NULL);
	for (i = 0; i < j->cnt; i++) {
		if (j->reached[i] != j->copies)
			continue;
		if (j->calls[i].target == pop_scope)
			return &j->calls[i];
		chosen = &j->calls[i];
		cnt++;
	}
	return cnt == 1 ? chosen : NULL;
}

#define CALLS_MAX 8

/* The addresses of all copies; 0: none, or too many. */
static size_t xsub_calls(const struct code *code, const struct function *f, uint32_t xcv_root,
			 uint64_t calls[CALLS_MAX], unsigned sizes[CALLS_MAX])
{
	struct loads loads;
	struct insn insn;
	size_t cnt = 0;
	uint64_t at;

	memset(&loads, 0xff, sizeof(loads)); /* LOADED_NOWHERE */
	for (at = f->start; at < f->end && code_insn(code, at, &insn); at += insn.size) {
		bool found = is_xsub_call(decoder_arch(code->decoder), &loads, &insn, xcv_root);

		loads_step(&loads, &insn);
		if (!found)
			continue;
		if (cnt == CALLS_MAX)
			return 0;
		sizes[cnt] = insn.size;
		calls[cnt++] = at;
	}
	return cnt;
}

static int node_of(const struct ways *w, uint64_t vaddr)
{
	int i;

	for (i = 0; i < w->cnt; i++) {
		if (w->nodes[i].insn.vaddr == vaddr)
			return i;
	}
	return NOWHERE;
}

/* Do all the ways from the calls to the join come by? */
static bool all_come_by(const struct ways *w, const int *calls, size_t cnt, int join, int at)
{
	size_t i;

	for (i = 0; i < cnt; i++) {
		if (calls[i] == at || ways_lead(w, calls[i], join, at))
			return false;
	}
	return true;
}

/*
 * What all the ways come by before a join that can't be probed: a cheap instruction if there is
 * one, else the nearest, such as the move of my_perl to where the call wants it.
 */
static int before_join(const struct ways *w, const int *calls, size_t cnt, int join)
{
	int i, best = NOWHERE;

	for (i = 0; i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;
		bool cheap = insn_is_cheap(insn), was;

		if (i == join || insn_is_avoided(insn) || !all_come_by(w, calls, cnt, join, i))
			continue;
		was = best != NOWHERE && insn_is_cheap(&w->nodes[best].insn);
		if (best == NOWHERE || cheap > was ||
		    (cheap == was && ways_lead(w, best, i, NOWHERE)))
			best = i;
	}
	return best;
}

static bool find_before_join(const struct code *code, const struct function *f,
			     const uint64_t *calls, size_t cnt, struct insn *where)
{
	struct ways *w = ways_new(code, f->start);
	int nodes[CALLS_MAX], join, at = NOWHERE;
	size_t i;

	if (!w)
		return false;
	join = node_of(w, where->vaddr);
	for (i = 0; i < cnt && join != NOWHERE; i++) {
		nodes[i] = node_of(w, calls[i]);
		if (nodes[i] == NOWHERE || !ways_lead(w, nodes[i], join, NOWHERE))
			join = NOWHERE;
	}
	if (join != NOWHERE)
		at = before_join(w, nodes, cnt, join);
	if (at != NOWHERE)
		*where = w->nodes[at].insn;
	ways_free(w);
	return at != NOWHERE;
}

bool xsub_return(const struct code *code, const struct function *f, uint32_t xcv_root,
		 struct insn *where)
{
	uint64_t calls[CALLS_MAX];
	unsigned sizes[CALLS_MAX];
	size_t cnt = xsub_calls(code, f, xcv_root, calls, sizes), i;
	struct joins joins = {};
	const struct insn *join;

	for (i = 0; i < cnt; i++) {
		joins.copies++;
		joins.seen_cnt = 0;
		joins_follow(code, &joins, f, calls[i] + sizes[i]);
	}
	join = joins.copies ? joins_choose(code, &joins) : NULL;
	if (!join)
		return false;
	*where = *join;
	return !insn_is_avoided(join) || find_before_join(code, f, calls, cnt, where);
}

/* ------------------------------------------------------------------ before the calls */

/* The ways through pp_entersub, of which nothing leads on behind an XSUB's call. */
struct before {
	struct ways *ways;
	int calls[CALLS_MAX]; /* nodes */
	size_t cnt;
};

static bool before_cut(struct before *b, const uint64_t *calls, size_t cnt)
{
	int i;
	size_t j;

	for (i = 0; i < b->ways->cnt; i++) {
		for (j = 0; j < cnt; j++) {
			if (b->ways->nodes[i].insn.vaddr != calls[j])
				continue;
			b->ways->nodes[i].next = NOWHERE;
			b->calls[b->cnt++] = i;
		}
	}
	return b->cnt == cnt;
}

/* Does it come before every call of an XSUB, and before no push of a context? */
static bool is_of_xsubs(const struct before *b, int at, uint32_t cxix)
{
	const struct ways *w = b->ways;
	size_t j;
	int i;

	for (j = 0; j < b->cnt; j++) {
		if (ways_reach(w, b->calls[j], at))
			return false;
	}
	for (i = 0; i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;

		if (insn->stores && insn->base >= 0 && insn_accesses(insn, cxix) &&
		    ways_lead(w, at, i, NOWHERE))
			return false;
	}
	return true;
}

/* The cheap one that is nearest to the calls. */
static int before_choose(const struct before *b, uint32_t cxix)
{
	int i, last = NOWHERE;

	for (i = 0; i < b->ways->cnt; i++) {
		if (!insn_is_cheap(&b->ways->nodes[i].insn) || !is_of_xsubs(b, i, cxix))
			continue;
		if (last == NOWHERE || ways_lead(b->ways, last, i, NOWHERE))
			last = i;
	}
	return last;
}

static bool is_between(const struct before *b, int where, int at)
{
	size_t j;

	if (!ways_lead(b->ways, where, at, NOWHERE))
		return false;
	for (j = 0; j < b->cnt; j++) {
		if (at != b->calls[j] && ways_lead(b->ways, at, b->calls[j], NOWHERE))
			return true;
	}
	return false;
}

/* Can a call be reached without any move into its argument's register? */
static bool is_unset(const struct before *b, int where, int argument)
{
	bool seen[NODES_MAX] = {};
	int todo[NODES_MAX], cnt = 0, i;
	size_t j;

	todo[cnt++] = where;
	while (cnt) {
		const int at = todo[--cnt];
		const struct node *n = &b->ways->nodes[at];
		const int on[] = { n->next, n->target };

		for (j = 0; j < b->cnt; j++) {
			if (b->calls[j] == at)
				return true;
		}
		for (i = 0; i < 2 && n->insn.mov_to != argument; i++) {
			if (on[i] == NOWHERE || seen[on[i]])
				continue;
			seen[on[i]] = true;
			todo[cnt++] = on[i];
		}
	}
	return false;
}

/*
 * The register that has at the place what is an argument of all the calls: it
 * keeps that, and is moved to the argument's register on every way to a call, whatever else that was
 * used for before.
 */
static int before_holds(const struct before *b, int where, int argument)
{
	int from = GPR_NONE, i;

	for (i = 0; i < b->ways->cnt; i++) {
		const struct insn *insn = &b->ways->nodes[i].insn;

		if (!is_between(b, where, i))
			continue;
		if (insn->flow == FLOW_CALL || insn->flow == FLOW_CALL_PTR)
			return GPR_NONE;
		if (!(insn->written & 1u << argument))
			continue;
		if (insn->mov_to != argument && is_unset(b, i, argument))
			return GPR_NONE;
		if (insn->mov_to != argument)
			continue;
		if (from >= 0 && from != insn->mov_from)
			return GPR_NONE;
		from = insn->mov_from;
	}
	if (from < 0 || is_unset(b, where, argument))
		return GPR_NONE;
	for (i = 0; i < b->ways->cnt; i++) {
		if ((b->ways->nodes[i].insn.written & 1u << from) && is_between(b, where, i))
			return GPR_NONE;
	}
	return from;
}

bool xsub_entry(const struct code *code, const struct function *f, const struct perl_layout *l,
		struct xsub_entry *entry)
{
	const int *args = decoder_arch(code->decoder)->args;
	uint64_t calls[CALLS_MAX];
	unsigned sizes[CALLS_MAX];
	size_t cnt = xsub_calls(code, f, l->xcv_root, calls, sizes);
	struct before b = { .ways = cnt ? ways_new(code, f->start) : NULL };
	int where = NOWHERE;

	if (b.ways && before_cut(&b, calls, cnt))
		where = before_choose(&b, l->si_cxix);
	if (where != NOWHERE) {
		entry->where = b.ways->nodes[where].insn;
		entry->my_perl = l->multiplicity ? before_holds(&b, where, args[0]) : GPR_NONE;
		entry->cv = before_holds(&b, where, args[l->multiplicity ? 1 : 0]);
	}
	ways_free(b.ways);
	return where != NOWHERE && entry->cv != GPR_NONE &&
	       (!l->multiplicity || entry->my_perl != GPR_NONE);
}
