/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What could not be recorded, and the lines about it at the end. */
#ifndef NYTPROF_LOSSES_H
#define NYTPROF_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include "nytprof/losses.h"
#include "probes/children.h"

struct losses {
	uint64_t lost[LOSS_CNT];
	uint64_t beyond; /* executions of lines whose numbers are too high for the format */
	unsigned unwritten; /* profiles that could not be written anywhere, */
	uint64_t unwritten_stmts; /* and what was in them */
	uint64_t unwritten_calls;
	struct missed missed;
};

bool losses_any(const struct losses *l);
void losses_print(const struct losses *l);

#endif
