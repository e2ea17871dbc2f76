/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files have no source in the profiles of a recording, and why. */
#ifndef NYTPROF_MISSING_SOURCE_H
#define NYTPROF_MISSING_SOURCE_H

#include <stdint.h>

#include "source/source.h"

struct missing_source {
	uint64_t cnt[LACK_CNT]; /* by enum source_lack */
	char *first[LACK_CNT]; /* the first one's name */
};

void missing_source_add(struct missing_source *l, const struct source_report *report);
void missing_source_print(const struct missing_source *l); /* a line for each reason */
void missing_source_release(struct missing_source *l);

#endif
