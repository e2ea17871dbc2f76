// SPDX-License-Identifier: GPL-2.0-or-later
/* By which function perl dies. */
#include "site/die.h"

#include <stddef.h>
#include <stdint.h>

#include "elf/elf.h"
#include "machine/decode.h"
#include "site/code.h"

#define DIE_UNWIND "Perl_die_unwind"

/* The function whose call is the very last of another one's code; 0: there is none. */
static uint64_t callee_at_end(const struct code *code, const struct function *f)
{
	struct insn insn = {};
	uint64_t at;

	for (at = f->start; at < f->end && code_insn(code, at, &insn); at += insn.size)
		;
	return at == f->end && insn.flow == FLOW_CALL ? code_callee(code, insn.target) : 0;
}

static bool accesses(const struct code *code, const struct function *f, uint64_t disp)
{
	struct insn insn;
	uint64_t at;

	for (at = f->start; at < f->end && code_insn(code, at, &insn); at += insn.size) {
		if (insn_accesses(&insn, disp))
			return true;
	}
	return false;
}

bool die_function(const struct code *code, uint64_t curstackinfo, struct function *die)
{
	struct function croak;
	uint64_t vaddr;

	if (!elf_symbol(code->elf, DIE_UNWIND, &vaddr, NULL)) {
		*die = code_function(code, DIE_UNWIND, vaddr);
		return true;
	}
	if (elf_symbol(code->elf, "Perl_croak_sv", &vaddr, NULL))
		return false;
	croak = code_function(code, "Perl_croak_sv", vaddr);
	*die = code_function(code, DIE_UNWIND, callee_at_end(code, &croak));
	return die->start && accesses(code, die, curstackinfo);
}
