/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the machine code of a perl. */
#ifndef NYTPROF_CODE_H
#define NYTPROF_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct decoder;
struct elf;
struct extents;
struct insn;

/* Where to read it. Owns nothing. */
struct code {
	const struct elf *elf;
	const struct extents *extents; /* may be NULL */
	struct decoder *decoder;
};

/* A function: the range of its addresses. */
struct function {
	const char *name;
	uint64_t start;
	uint64_t end;
};

/* Decodes the instruction at an address. False: there is none. */
bool code_insn(const struct code *code, uint64_t vaddr, struct insn *insn);

/* The function that starts at an address. Its end is a guess if .eh_frame does not have it. */
struct function code_function(const struct code *code, const char *name, uint64_t vaddr);

/*
 * The body of a function that only checks something and then jumps to the body. Internal callers
 * call the body directly. GCC splits Perl_dounwind like this in executables. Other functions: f
 * itself.
 */
struct function code_body(const struct code *code, struct function f);

/*
 * The function that a call of this address reaches. On x86-64 a library calls its own exported
 * functions through its procedure linkage table; this follows such an entry. Other addresses: vaddr
 * itself.
 */
uint64_t code_callee(const struct code *code, uint64_t vaddr);

#endif
