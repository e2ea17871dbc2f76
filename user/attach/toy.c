// SPDX-License-Identifier: GPL-2.0-or-later
/* Ops of about the size, and statements of about the number of ops, that perl's have. */
#include "toy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OPS    32 /* kinds */
#define OPS_OF 8 /* in a statement, beside the one that begins it */
#define VALUES 64
#define FIELDS 8

struct value {
	uint64_t *fields;
	uint32_t refcnt;
	uint32_t flags;
	uint64_t number;
};

struct op {
	struct op *next;
	struct op *(*pp)(const struct op *op);
	uint32_t value;
	uint32_t flags;
};

static struct {
	struct op program[TOY_STATEMENTS * (OPS_OF + 1) + 1];
	struct value *pad[VALUES];
	struct value values[VALUES];
	uint64_t fields[VALUES][FIELDS];
	uint64_t stack[FIELDS];
	void (*at_statement)(void);
	unsigned rounds;
	bool built;
} toy;

/* A value's flags say what is done with it: branches that are always taken the same way. */
#define FIELD(i)                     \
	if (v->flags & 1u << (i))    \
		sum += v->fields[i]; \
	else                         \
		sum ^= op->flags + i;

#define OP(n)                                                                                 \
	static __attribute__((noinline, aligned(256))) struct op *pp_##n(const struct op *op) \
	{                                                                                     \
		struct value *v = toy.pad[op->value];                                         \
		uint64_t sum = v->number + n;                                                 \
                                                                                              \
		FIELD(0) FIELD(1) FIELD(2) FIELD(3) if (!(v->flags & 0x100)) sum *= 3 + n;    \
		FIELD(4) FIELD(5) v->number = sum;                                            \
		toy.stack[n % FIELDS] = sum;                                                  \
		return op->next;                                                              \
	}

/* clang-format off */
#define EACH_OP(X)                                                                              \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15)    \
	X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29)      \
	X(30) X(31)

EACH_OP(OP)

#define NAME(n) pp_##n,
static struct op *(*const pp[OPS])(const struct op *) = { EACH_OP(NAME) };
/* clang-format on */

static __attribute__((noinline)) struct op *pp_statement(const struct op *op)
{
	toy.at_statement();
	toy.stack[0] = 0;
	return op->next;
}

static __attribute__((noinline)) struct op *pp_loop(const struct op *op)
{
	return --toy.rounds ? op->next : NULL;
}

static void build(void)
{
	struct op *op = toy.program;
	uint32_t random = 1;
	unsigned i, j;

	for (i = 0; i < VALUES; i++) {
		toy.values[i] =
			(struct value){ .fields = toy.fields[i], .flags = i * 2654435761u >> 7 };
		toy.pad[i] = &toy.values[i];
	}
	for (i = 0; i < TOY_STATEMENTS; i++) {
		*op = (struct op){ .next = op + 1, .pp = pp_statement };
		op++;
		for (j = 0; j < OPS_OF; j++, op++) {
			random = random * 1103515245u + 12345u;
			*op = (struct op){ .next = op + 1,
					   .pp = pp[(random >> 16) % OPS],
					   .value = (random >> 9) % VALUES,
					   .flags = random };
		}
	}
	*op = (struct op){ .next = toy.program, .pp = pp_loop };
	toy.built = true;
}

void toy_run(unsigned statements, void (*at_statement)(void))
{
	const struct op *op = toy.program;

	if (!toy.built)
		build();
	toy.at_statement = at_statement;
	toy.rounds = statements / TOY_STATEMENTS;
	while ((op = op->pp(op)))
		__asm__ volatile("" ::: "memory");
}
