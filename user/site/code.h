/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The machine code of a perl, to be read. */
#ifndef NYTPROF_CODE_H
#define NYTPROF_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct decoder;
struct elf;
struct extents;
struct insn;

/* Where to read it; owns nothing. */
struct code {
	const struct elf *elf;
	const struct extents *extents; /* may be NULL */
	struct decoder *decoder;
};

/* A function: from here to there. */
struct function {
	const char *name;
	uint64_t start;
	uint64_t end;
};

/* The instruction at an address; false: there is none. */
bool code_insn(const struct code *code, uint64_t vaddr, struct insn *insn);

/* The function that starts at an address; its end is a guess where .eh_frame does not have it. */
struct function code_function(const struct code *code, const char *name, uint64_t vaddr);

/*
 * Where a function only checks something and jumps to its real body, the body is what
 * internal callers call: GCC does that to Perl_dounwind in executables.  Else f itself.
 */
struct function code_body(const struct code *code, struct function f);

/*
 * What a call of that address comes to.  Behind an entry of x86-64's procedure linkage table, by
 * which a library calls its own exported functions, too, that is the function; else the address itself.
 */
uint64_t code_callee(const struct code *code, uint64_t vaddr);

#endif
