/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of the new side, with what the same stacks took before. */
#ifndef NYTPROF_DIFF_FLAME_H
#define NYTPROF_DIFF_FLAME_H

#include <stdint.h>
#include <stdio.h>

#include "stacks/stacks.h"

struct diff_side;

struct diff_stacks {
	struct stacks old, new; /* of the sums of both sides */
	uint32_t *same; /* by new stack: the old one's index, and 1; 0: there was none */
};

int diff_stacks_make(struct diff_stacks *d, const struct diff_side *old,
		     const struct diff_side *new); /* -ENOMEM */
void diff_stacks_release(struct diff_stacks *d);

/* What a new stack was on the old side. NULL: it was not there. */
const struct stack *diff_stacks_old(const struct diff_stacks *d, size_t nr);

/* A flame graph of the new side as SVG, with the colours of the changes. -ENOMEM. */
int diff_flame(const struct diff_side *old, const struct diff_side *new, FILE *out);

#endif
