/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What probes cost, as measured several times. A machine has phases of some minutes in which all of it
 * takes a third longer, so one measurement may be far from what holds in the next hour.
 */
#ifndef NYTPROF_MEASUREMENTS_H
#define NYTPROF_MEASUREMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "attach/calibrate.h"

#define MEASUREMENTS_MAX	 5
#define MEASUREMENTS_AGE_NS	 (3600 * 1000000000ull) /* older ones count no more */
#define MEASUREMENTS_DISTANCE_NS (60 * 1000000000ull) /* nearer ones are of one phase */

/* The oldest first; without padding that is not zero. */
struct measurements {
	uint64_t cnt;
	struct {
		uint64_t at_ns; /* CLOCK_BOOTTIME */
		struct kernel kernel;
	} all[MEASUREMENTS_MAX];
};

/* What was read of a file is forgotten if it is too old, or can't be. */
void measurements_age(struct measurements *m, uint64_t now_ns);

/* Is it time for another one? */
bool measurements_are_few(const struct measurements *m, uint64_t now_ns);

/* How long ago the last one was. There must be one. */
uint64_t measurements_since(const struct measurements *m, uint64_t now_ns);

/* The oldest makes room. */
void measurements_add(struct measurements *m, const struct kernel *kernel, uint64_t now_ns);

/* The one in the middle, by the price of a trap. NULL: there is none. */
const struct kernel *measurements_middle(const struct measurements *m);

#endif
