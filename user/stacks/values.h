/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a stack is worth in the formats of collectors, whose numbers are signed. */
#ifndef NYTPROF_STACK_VALUES_H
#define NYTPROF_STACK_VALUES_H

#include <stddef.h>
#include <stdint.h>

struct profile;
struct stacks;

/* Of its own, without what it calls. */
struct stack_values {
	int64_t cnt; /* calls or samples */
	int64_t ns; /* time; of samples: of the processor */
	int64_t waited_ns; /* of samples */
	size_t nr; /* whose they are: what a frame has waited is its own, and the leaf for it is no frame */
};

struct stack_values stack_values(const struct profile *p, const struct stacks *s, size_t nr);

int64_t count_value(uint64_t cnt);
int64_t seconds_to_ns(double seconds); /* 0: it is no time */

#endif
