/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stack of one interpreter, as addresses, from the innermost call to the outermost. It has the
 * calls that perl's caller() visits. The process runs on and may lie: a read can fail, and a
 * pointer can lead anywhere.
 */
#ifndef NYTPROF_DUMP_STACK_H
#define NYTPROF_DUMP_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perl_memory;

#define STACK_CALLS_MAX (1u << 18) /* the innermost ones are read */

enum call_kind {
	CALL_SUB,
	CALL_FORMAT,
	CALL_EVAL, /* a block */
	CALL_EVAL_TEXT,
	CALL_REQUIRE, /* or do FILE */
	CALL_MAIN, /* the program itself, under all others */
	CALL_KINDS
};

/* A place in the code: the COP in effect, and which op beneath it (see code.h). */
struct dump_place {
	uint64_t cop;
	uint64_t op;
	bool op_is_next; /* the place is the op that comes after .op */
};

struct dump_call {
	enum call_kind kind;
	uint32_t depth; /* of the code's pad, from 1; 0: none of its own */
	uint64_t code; /* CV; 0: none of its own */
	uint64_t text; /* SV: CALL_EVAL_TEXT its source, CALL_REQUIRE its name */
	struct dump_place from; /* where it was called */
};

struct dump_stack {
	struct dump_place now;
	uint64_t op; /* PL_op */
	struct dump_call *calls;
	size_t cnt;
	size_t contexts; /* contexts that were visited: calls, blocks, loops */
	const char *why; /* why the rest can't be shown; NULL: the stack is complete */
};

/*
 * Reads the stack as it is now. base: my_perl, or the load bias of an unthreaded perl. -EFAULT:
 * there is no interpreter; -ENOMEM. The caller releases the stack, also after an error.
 */
int stack_read(struct perl_memory *p, uint64_t base, struct dump_stack *stack);
void stack_release(struct dump_stack *stack);

enum stack_motion {
	STACK_STOOD,
	STACK_AT_OTHER_OP, /* the same calls, another statement or op */
	STACK_MOVED,
};

enum stack_motion stack_compare(const struct dump_stack *a, const struct dump_stack *b);

#endif
