/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stack of addresses as frames with names, said to the agent. */
#ifndef NYTPROF_DUMP_FRAMES_H
#define NYTPROF_DUMP_FRAMES_H

#include <stdbool.h>

struct dump_stack;
struct perl_memory;
struct saying;

struct frames_wish {
	bool locals;
	bool values;
};

void frames_say(struct perl_memory *p, const struct dump_stack *stack,
		const struct frames_wish *wish, struct saying *s);

#endif
