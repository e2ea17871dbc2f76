/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Only for user/report: the lines of a file, and which of them matter. */
#ifndef NYTPROF_SOURCE_LINES_H
#define NYTPROF_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/call_index.h"
#include "figures/heat.h"
#include "report/report_parts.h"

struct source_line {
	const char *text; /* not ended; NULL: the profile does not have it */
	size_t len;
	struct profile_line counts;
	int64_t calls_ns; /* inclusive, of the calls that it makes */
	const struct profile_sub *head; /* of the subs that begin here, the one with the most time */
	bool shown;
};

struct source_lines {
	struct source_line *lines; /* [1] is the first one */
	uint32_t cnt; /* the last one */
	struct line_heat heat; /* among all lines of the profile */
	int64_t ns; /* of all lines */
};

/* -ENOMEM */
int source_lines_make(struct source_lines *s, const struct report *r,
		      const struct profile_file *file, const struct call_index *calls);
void source_lines_release(struct source_lines *s);

/*
 * Marks what is shown: all lines, or those with at least a hundredth of the file's time, those
 * whose calls have as much of the profile's, and the beginnings of such subs; with two lines
 * around each.
 * -ENOMEM.
 */
int source_lines_choose(struct source_lines *s, const struct report *r);

/* Or marks these. */
void source_lines_cut(struct source_lines *s, uint32_t first, uint32_t last);

#endif
