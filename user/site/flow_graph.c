// SPDX-License-Identifier: GPL-2.0-or-later
/* The ways through a function. */
#include "site/flow_graph.h"

#include <stdlib.h>

#include "elf/elf.h"
#include "site/code.h"

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

/* What perl's functions call that never returns, though the code seems to go on behind the call. */
static const char *const noreturn[] = { "Perl_die", "Perl_croak", "Perl_croak_memory_wrap",
					"Perl_croak_nocontext" };

#define NORETURN_CNT (sizeof(noreturn) / sizeof(noreturn[0]))

static void find_noreturn(const struct ways *w, uint64_t vaddrs[NORETURN_CNT])
{
	size_t i;

	for (i = 0; i < NORETURN_CNT; i++) {
		vaddrs[i] = 0;
		elf_symbol(w->code->elf, noreturn[i], &vaddrs[i], NULL);
	}
}

static bool goes_on(const struct code *code, const struct insn *insn,
		    const uint64_t vaddrs[NORETURN_CNT])
{
	uint64_t callee = insn->flow == FLOW_CALL ? code_callee(code, insn->target) : 0;
	size_t i;

	if (insn->flow == FLOW_JUMP || insn->flow == FLOW_OTHER)
		return false;
	for (i = 0; i < NORETURN_CNT; i++) {
		if (callee && callee == vaddrs[i])
			return false;
	}
	return true;
}

/* Follows all ways from the entry; false if there are too many. */
static bool ways_find(struct ways *w, uint64_t entry)
{
	uint64_t vaddrs[NORETURN_CNT];
	int i, to;

	find_noreturn(w, vaddrs);
	node_at(w, entry);
	for (i = 0; i < w->cnt; i++) {
		const struct insn insn = w->nodes[i].insn;

		if (insn.flow == FLOW_JUMP || insn.flow == FLOW_BRANCH) {
			to = node_at(w, insn.target);
			w->nodes[i].target = to;
		}
		if (goes_on(w->code, &insn, vaddrs)) {
			to = node_at(w, insn.vaddr + insn.size);
			w->nodes[i].next = to;
		}
	}
	return w->cnt && w->cnt < NODES_MAX;
}

struct ways *ways_new(const struct code *code, uint64_t entry)
{
	struct ways *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->code = code;
	if (ways_find(w, entry))
		return w;
	free(w);
	return NULL;
}

void ways_free(struct ways *w)
{
	free(w);
}

bool ways_lead(const struct ways *w, int from, int to, int without)
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

bool ways_reach(const struct ways *w, int to, int without)
{
	return ways_lead(w, 0, to, without);
}
