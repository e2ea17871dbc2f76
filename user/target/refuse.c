// SPDX-License-Identifier: GPL-2.0-or-later
/* What pp_entersub calls to refuse a call. */
#include "refuse.h"

#include <stddef.h>
#include <stdint.h>

#include "target/code.h"
#include "target/decode.h"
#include "target/elf.h"
#include "target/extents.h"
#include "target/ways.h"

/* Does it call Perl_croak, and never return?  Its end has to be known. */
static bool ends_in_croak(const struct code *code, const struct function *f, uint64_t croak)
{
	uint64_t at, start, end;
	bool calls = false;
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
		calls = calls ||
			(insn.flow == FLOW_CALL && code_callee(code, insn.target) == croak);
	}
	return calls;
}

bool refuse_function(const struct code *code, const struct function *f, struct function *refuse)
{
	struct ways *w = NULL;
	uint64_t croak;
	size_t cnt = 0;
	int i;

	if (!elf_symbol(code->elf, "Perl_croak", &croak, NULL))
		w = ways_new(code, f->start);
	for (i = 0; w && i < w->cnt; i++) {
		const struct insn *insn = &w->nodes[i].insn;
		struct function callee;

		if (insn->flow != FLOW_CALL || (cnt && insn->target == refuse->start))
			continue;
		callee = code_function(code, f->name, insn->target);
		if (!ends_in_croak(code, &callee, croak))
			continue;
		*refuse = callee;
		cnt++;
	}
	ways_free(w);
	return cnt == 1;
}
