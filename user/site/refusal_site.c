// SPDX-License-Identifier: GPL-2.0-or-later
/* What pp_entersub calls to refuse a call. */
#include "site/refusal_site.h"

#include <stddef.h>
#include <stdint.h>

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/decode.h"
#include "site/code.h"
#include "site/flow_graph.h"

struct croaks {
	uint64_t croak; /* 5.42 */
	uint64_t nocontext; /* 5.44 */
};

static bool calls_croak(const struct code *code, const struct insn *insn, const struct croaks *c)
{
	uint64_t callee = insn->flow == FLOW_CALL ? code_callee(code, insn->target) : 0;

	return callee && (callee == c->croak || callee == c->nocontext);
}

/*
 * Does it look at what is refused, croak, and never return?  Its end has to be known.  One that looks
 * at nothing is a copy of Perl_croak_memory_wrap (inline.h).
 */
static bool ends_in_croak(const struct code *code, const struct function *f,
			  const struct croaks *croaks)
{
	uint64_t at, start, end;
	bool calls = false, looks = false;
	struct insn insn;

	if (!code->extents || extents_find(code->extents, f->start, &start, &end) ||
	    start != f->start)
		return false;
	for (at = f->start; at < f->end; at += insn.size) {
		if (!code_insn(code, at, &insn) || insn.flow == FLOW_OTHER)
			return false;
		if ((insn.flow == FLOW_JUMP || insn.flow == FLOW_BRANCH) &&
		    (insn.target < f->start || insn.target >= f->end))
			return false;
		looks |= insn.flow == FLOW_BRANCH;
		calls |= calls_croak(code, &insn, croaks);
	}
	return calls && looks;
}

bool refuse_function(const struct code *code, const struct function *f, struct function *refuse)
{
	struct croaks croaks = {};
	struct ways *w = NULL;
	size_t cnt = 0;
	int i;

	elf_symbol(code->elf, "Perl_croak_nocontext", &croaks.nocontext, NULL);
	if (!elf_symbol(code->elf, "Perl_croak", &croaks.croak, NULL))
		w = ways_new(code, f->start);
	for (i = 0; w && i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;
		struct function callee;

		if (insn->flow != FLOW_CALL || (cnt && insn->target == refuse->start))
			continue;
		callee = code_function(code, f->name, insn->target);
		if (!ends_in_croak(code, &callee, &croaks))
			continue;
		*refuse = callee;
		cnt++;
	}
	ways_free(w);
	return cnt == 1;
}
