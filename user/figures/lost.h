/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef NYTPROF_LOST_H
#define NYTPROF_LOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile;

/* What was not recorded, of one kind. */
struct lost {
	uint64_t cnt;
	const char *what; /* "samples that ..." */
};

/*
 * The kinds that a profile has, in its order, and last those of no known kind. *at is 0 before the
 * first one. False: there are no more.
 */
bool lost_next(const struct profile *p, size_t *at, struct lost *lost);

#endif
