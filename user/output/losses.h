/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What could not be recorded, and the lines about it at the end. */
#ifndef NYTPROF_LOSSES_H
#define NYTPROF_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include "nytprof/losses.h"

/* Processes that were missed, in whole or in part. Their counts are unknown. */
struct missed {
	unsigned refused; /* named or forked processes that can't be attached to */
	unsigned ended; /* forked processes that ended before they had probes */
	unsigned late; /* processes that the agent attached to some time after their beginning, */
	double late_ms; /* the longest such time */
	uint64_t met_late; /* --all: processes that ran before their perl was known, */
	uint64_t unknown; /* or had ended before it was known whether they are wanted */
	unsigned perls; /* --all: perl binaries that can't be profiled */
};

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
