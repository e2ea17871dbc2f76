/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which files have no source in the profiles of a recording, and why. */
#ifndef NYTPROF_MISSING_SOURCE_H
#define NYTPROF_MISSING_SOURCE_H

#include <stdint.h>

#include "source/source.h"

struct lacking {
	uint64_t cnt[LACK_CNT]; /* by enum source_lack */
	char *first[LACK_CNT]; /* the first one's name */
};

void lacking_add(struct lacking *l, const struct source_report *report);
void lacking_print(const struct lacking *l); /* a line for each reason */
void lacking_release(struct lacking *l);

#endif
