/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What could not be recorded, and what is said of it at the end. */
#ifndef NYTPROF_LOSSES_H
#define NYTPROF_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include "nytprof/losses.h"

/* Processes that were missed, whole or in part: there is no count of what they ran. */
struct missed {
	unsigned refused; /* they were named or forked, and can't be attached to */
	unsigned ended; /* forked, and over before they had probes */
	unsigned late; /* attached to some time after their begin, */
	double late_ms; /* at most so long */
	uint64_t met_late; /* --all: they ran before their perl was known, */
	uint64_t unknown; /* or had ended before it was known whether they are wanted */
	unsigned perls; /* --all: files that can't be recorded */
};

struct losses {
	uint64_t lost[LOSS_CNT];
	uint64_t beyond; /* executions of lines that have no number in the format */
	unsigned unwritten; /* profiles for which there was no place at all, */
	uint64_t unwritten_stmts; /* and what was in them */
	uint64_t unwritten_calls;
	struct missed missed;
};

bool losses_any(const struct losses *l);
void losses_print(const struct losses *l);

#endif
