/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A slow call as a line of JSON. */
#ifndef NYTPROF_SLOW_LINE_H
#define NYTPROF_SLOW_LINE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "nytprof/slow.h"

/* By name; NULL: not known. */
struct slow_names {
	const char *sub;
	const char *tops[SLOW_TOPS];
	const char *subs[SLOW_FRAMES]; /* of the frames, */
	const char *files[SLOW_FRAMES]; /* and where each was called */
};

/*
 * when_ns: of its end, since the epoch. waits: waiting was recorded. comm: the name of the process.
 */
void slow_line_put(const struct slow *call, const struct slow_names *names, uint32_t pid,
		   const char *comm, int64_t when_ns, bool waits, FILE *out);

/* So many calls have no line. */
void slow_line_put_dropped(uint64_t cnt, int64_t when_ns, FILE *out);

#endif
