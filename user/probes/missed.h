/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_MISSED_H
#define NYTPROF_MISSED_H

#include <stdint.h>

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

#endif
