/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How often subs call each other on both sides of a diff, and how long that takes. */
#ifndef NYTPROF_DIFF_CALLS_H
#define NYTPROF_DIFF_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "diff/diff.h"

/* All calls of one sub by another one, from all places. */
struct diff_call {
	uint32_t caller, callee; /* as .sub of struct diff_row */
	struct diff_value old, new; /* times are inclusive; .low and .high are not set */
};

struct diff_calls {
	struct diff_call *all;
	size_t cnt;
};

/* -ENOMEM. In any case release them. */
int diff_calls_make(struct diff_calls *calls, const struct diff *d, const struct diff_side *old,
		    const struct diff_side *new);
void diff_calls_release(struct diff_calls *calls);

#endif
