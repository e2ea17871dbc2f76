// SPDX-License-Identifier: GPL-2.0-or-later
/* The calls of XSUBs, and where all of them come out. */
#include "xsub.h"

#include <stddef.h>
#include <string.h>

#include "target/arch.h"
#include "target/code.h"
#include "target/decode.h"
#include "target/elf.h"

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
 * pp_goto of all perls looked at (Debian's 5.32 to 5.42) goes through a register; one that did
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

bool xsub_return(const struct code *code, const struct function *f, uint32_t xcv_root,
		 struct insn *where)
{
	struct joins joins = {};
	struct loads loads;
	const struct insn *join;
	struct insn insn;
	uint64_t at;

	memset(&loads, 0xff, sizeof(loads)); /* LOADED_NOWHERE */
	for (at = f->start; at < f->end && code_insn(code, at, &insn); at += insn.size) {
		bool calls = is_xsub_call(decoder_arch(code->decoder), &loads, &insn, xcv_root);

		loads_step(&loads, &insn);
		if (!calls)
			continue;
		joins.copies++;
		joins.seen_cnt = 0;
		joins_follow(code, &joins, f, at + insn.size);
	}
	join = joins.copies ? joins_choose(code, &joins) : NULL;
	if (join)
		*where = *join;
	return join;
}
