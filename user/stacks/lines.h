/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The executions of each line, beside the stacks: a profile has them without callers. Profiles of
 * samples have none.
 */
#ifndef NYTPROF_STACK_LINES_H
#define NYTPROF_STACK_LINES_H

#include <stdint.h>

struct profile;
struct stacks;

struct stack_line {
	uint32_t sub; /* as of a struct stack: STACK_PROGRAM if it is in no sub, or if that is not known */
	uint32_t fid;
	uint32_t line;
	uint64_t cnt;
};

/* Fills s->lines from the profile that the stacks are of. -ENOMEM. */
int stack_lines_add(struct stacks *s, const struct profile *p);

/* Leaves what is not in an older profile. Files are the same if their names are. */
void stack_lines_subtract(struct stacks *s, const struct profile *p, const struct profile *old);

#endif
