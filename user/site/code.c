// SPDX-License-Identifier: GPL-2.0-or-later
/* Instructions and functions by address. */
#include "site/code.h"

#include "elf/elf.h"
#include "elf/extents.h"
#include "machine/arch.h"
#include "machine/decode.h"

#define INSN_MAX       16 /* bytes of an instruction, at most: 15 on x86-64 */
#define UNKNOWN_EXTENT 256 /* bytes taken for a function that .eh_frame does not have */
#define THUNK_MAX      40 /* bytes of a function that only passes on to another */

bool code_insn(const struct code *code, uint64_t vaddr, struct insn *insn)
{
	size_t size;
	const uint8_t *bytes = elf_bytes_from(code->elf, vaddr, &size);

	return bytes &&
	       decode(code->decoder, bytes, size < INSN_MAX ? size : INSN_MAX, vaddr, insn);
}

struct function code_function(const struct code *code, const char *name, uint64_t vaddr)
{
	struct function f = { .name = name, .start = vaddr, .end = vaddr + UNKNOWN_EXTENT };
	uint64_t start, end;

	if (code->extents && !extents_find(code->extents, vaddr, &start, &end))
		f.end = end;
	return f;
}

struct function code_body(const struct code *code, struct function f)
{
	uint64_t at, start, end;
	struct insn insn;

	if (f.end - f.start > THUNK_MAX || !code->extents)
		return f;
	for (at = f.start; at < f.end && code_insn(code, at, &insn); at += insn.size) {
		if (insn.flow == FLOW_JUMP &&
		    !extents_find(code->extents, insn.target, &start, &end) &&
		    start == insn.target && start != f.start)
			return code_function(code, f.name, start);
		if (insn.flow == FLOW_CALL || insn.flow == FLOW_OTHER)
			break;
	}
	return f;
}

uint64_t code_callee(const struct code *code, uint64_t vaddr)
{
	uint64_t at = vaddr, callee;
	struct insn insn;

	if (code_insn(code, at, &insn) && insn.landing)
		at += insn.size;
	if (!code_insn(code, at, &insn) || insn.flow != FLOW_OTHER || !insn.memory ||
	    insn.base != GPR_NONE || elf_pointer(code->elf, (uint64_t)insn.disp, &callee))
		return vaddr;
	return callee;
}
